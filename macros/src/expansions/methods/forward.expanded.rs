impl Net {
    /// Without a receiver: stays as it is, and has no twin.
    pub fn new(device: &Device) -> Self {
        Self {
            layer: LinearConfig::new(8, 4).init(device),
        }
    }
    /// The scores of a batch.
    ///
    /// # Shapes
    /// - `inputs`: `[batch, 8]`
    /// - `mask`: `[batch, 4]`
    #[must_use]
    #[expect(clippy::let_and_return, reason = "stays with the body")]
    pub fn forward(
        &self,
        inputs: Tensor<2>,
        mask: Tensor<2, Bool>,
        mut fill: f32,
    ) -> Tensor<2> {
        fill += 1.0;
        let scores = self.layer.forward(inputs).mask_fill(mask, fill);
        scores
    }
    /// Tensors out, none in.
    pub(crate) fn weight(&self) -> Tensor<2> {
        self.layer.weight.val()
    }
    /// No tensor at all.
    fn fits(&self, (rows, columns): (usize, usize), _: &Self) -> bool {
        self.layer.weight.dims() == [rows, columns]
    }
}
#[allow(
    dead_code,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    clippy::too_many_arguments,
    clippy::type_complexity,
    reason = "a typed twin, written by `#[fusible]`"
)]
#[automatically_derived]
impl<__State> __FusibleNet<__State>
where
    __State: ::fireproof::__private::State,
{
    /// The scores of a batch.
    ///
    /// # Shapes
    /// - `inputs`: `[batch, 8]`
    /// - `mask`: `[batch, 4]`
    #[must_use]
    #[allow(clippy::let_and_return, reason = "stays with the body")]
    pub fn forward<__Operand0, __State0, __Operand1, __State1>(
        &self,
        inputs: __Operand0,
        mask: __Operand1,
        fill: f32,
    ) -> ::fireproof::__private::Left<Tensor<2>, __State1>
    where
        __Operand0: ::fireproof::__private::Enters<Tensor<2>, __State, Out = __State0>,
        __State0: ::fireproof::__private::State,
        __Operand1: ::fireproof::__private::Enters<
            Tensor<2, Bool>,
            __State0,
            Out = __State1,
        >,
        __State1: ::fireproof::__private::State,
    {
        ::fireproof::__private::leave::<
            _,
            __State1,
        >(
            <Net>::forward(
                self.__model.unveil(),
                ::fireproof::__private::enter::<_, _, __State1>(inputs),
                ::fireproof::__private::enter::<_, _, __State1>(mask),
                fill,
            ),
        )
    }
    /// Tensors out, none in.
    pub(crate) fn weight(&self) -> ::fireproof::__private::Left<Tensor<2>, __State> {
        ::fireproof::__private::leave::<_, __State>(<Net>::weight(self.__model.unveil()))
    }
    /// No tensor at all.
    fn fits(&self, __argument1: (usize, usize), __argument2: &Net) -> bool {
        const _: () = {
            #[allow(unused_imports, reason = "written by `#[fusible]`")]
            use ::fireproof::__private::{
                HoldsNoTensor as _, spelled_out as __spelled_out,
            };
            __spelled_out(<::fireproof::__private::Probe<Net>>::HOLDS_TENSORS)
        };
        <Net>::fits(self.__model.unveil(), __argument1, __argument2)
    }
}
