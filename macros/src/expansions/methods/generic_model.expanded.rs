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
#[automatically_derived]
impl<'a, __State, L: Module, const N: usize> stacks::__FusibleStack<'a, __State, L, N>
where
    L: Layer,
    __State: ::fireproof::__private::State,
{
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
    pub fn forward<const D: usize, __Operand0>(
        &self,
        inputs: __Operand0,
    ) -> ::fireproof::__private::Left<
        [Tensor<D>; N],
        ::fireproof::__private::Meet<
            __State,
            ::fireproof::__private::StateOf<__Operand0, Tensor<D>>,
        >,
    >
    where
        __Operand0: ::fireproof::__private::Operand<Tensor<D>>,
        __State: ::fireproof::__private::MixesWith<
                ::fireproof::__private::StateOf<__Operand0, Tensor<D>>,
            >
            + ::fireproof::__private::Meets<
                ::fireproof::__private::StateOf<__Operand0, Tensor<D>>,
            >,
    {
        ::fireproof::__private::leave::<
            [Tensor<D>; N],
            ::fireproof::__private::Meet<
                __State,
                ::fireproof::__private::StateOf<__Operand0, Tensor<D>>,
            >,
        >(
            <stacks::Stack<
                'a,
                L,
                N,
            >>::forward::<
                D,
            >(
                self.__model.unveil(),
                ::fireproof::__private::enter::<
                    Tensor<D>,
                    _,
                    ::fireproof::__private::Meet<
                        __State,
                        ::fireproof::__private::StateOf<__Operand0, Tensor<D>>,
                    >,
                >(inputs),
            ),
        )
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
    pub fn width(&self) -> usize {
        <stacks::Stack<'a, L, N>>::width(self.__model.unveil())
    }
}
