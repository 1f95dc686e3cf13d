impl<'a, L: Module, const N: usize> stacks::Stack<'a, L, N>
where
    L: Layer,
{
    pub fn forward<const D: usize>(&self, inputs: Tensor<D>) -> [Tensor<D>; N] {
        core::array::from_fn(|index| self.layers[index].forward(inputs.clone()))
    }
    pub fn width(&self) -> usize {
        N
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
impl<'a, __State, L: Module, const N: usize> stacks::__FusibleStack<'a, __State, L, N>
where
    L: Layer,
    __State: ::fireproof::__private::State,
{
    pub fn forward<const D: usize, __Operand0, __State0>(
        &self,
        inputs: __Operand0,
    ) -> ::fireproof::__private::Left<[Tensor<D>; N], __State0>
    where
        __Operand0: ::fireproof::__private::Enters<Tensor<D>, __State, Out = __State0>,
        __State0: ::fireproof::__private::State,
    {
        ::fireproof::__private::leave::<
            _,
            __State0,
        >(
            <stacks::Stack<
                'a,
                L,
                N,
            >>::forward::<
                D,
            >(
                self.__model.unveil(),
                ::fireproof::__private::enter::<_, _, __State0>(inputs),
            ),
        )
    }
    pub fn width(&self) -> usize {
        <stacks::Stack<'a, L, N>>::width(self.__model.unveil())
    }
}
