#[allow(clippy::type_complexity, reason = "written by `#[fusible]`")]
/// One function for training and validation.
pub fn step<'__net, const D: usize, __Operand0, __Operand1, __Operand2>(
    net: __Operand0,
    batch: __Operand1,
    previous: __Operand2,
    keep: bool,
) -> ::fireproof::__private::Left<
    (Tensor<1>, Output),
    ::fireproof::__private::Meet<
        ::fireproof::__private::Meet<
            ::fireproof::__private::StateOf<__Operand0, &'__net Net<D>>,
            ::fireproof::__private::StateOf<__Operand1, Batch<D>>,
        >,
        ::fireproof::__private::StateOf<__Operand2, Option<Output>>,
    >,
>
where
    __Operand0: ::fireproof::__private::Operand<&'__net Net<D>>,
    __Operand1: ::fireproof::__private::Operand<Batch<D>>,
    ::fireproof::__private::StateOf<
        __Operand0,
        &'__net Net<D>,
    >: ::fireproof::__private::MixesWith<
            ::fireproof::__private::StateOf<__Operand1, Batch<D>>,
        >
        + ::fireproof::__private::Meets<
            ::fireproof::__private::StateOf<__Operand1, Batch<D>>,
        >,
    __Operand2: ::fireproof::__private::Operand<Option<Output>>,
    ::fireproof::__private::Meet<
        ::fireproof::__private::StateOf<__Operand0, &'__net Net<D>>,
        ::fireproof::__private::StateOf<__Operand1, Batch<D>>,
    >: ::fireproof::__private::MixesWith<
            ::fireproof::__private::StateOf<__Operand2, Option<Output>>,
        >
        + ::fireproof::__private::Meets<
            ::fireproof::__private::StateOf<__Operand2, Option<Output>>,
        >,
{
    let (__argument0, __argument1, __argument2, __argument3) = (
        ::fireproof::__private::enter::<
            &Net<D>,
            _,
            ::fireproof::__private::Meet<
                ::fireproof::__private::Meet<
                    ::fireproof::__private::StateOf<__Operand0, &'__net Net<D>>,
                    ::fireproof::__private::StateOf<__Operand1, Batch<D>>,
                >,
                ::fireproof::__private::StateOf<__Operand2, Option<Output>>,
            >,
        >(net),
        ::fireproof::__private::enter::<
            Batch<D>,
            _,
            ::fireproof::__private::Meet<
                ::fireproof::__private::Meet<
                    ::fireproof::__private::StateOf<__Operand0, &'__net Net<D>>,
                    ::fireproof::__private::StateOf<__Operand1, Batch<D>>,
                >,
                ::fireproof::__private::StateOf<__Operand2, Option<Output>>,
            >,
        >(batch),
        ::fireproof::__private::enter::<
            Option<Output>,
            _,
            ::fireproof::__private::Meet<
                ::fireproof::__private::Meet<
                    ::fireproof::__private::StateOf<__Operand0, &'__net Net<D>>,
                    ::fireproof::__private::StateOf<__Operand1, Batch<D>>,
                >,
                ::fireproof::__private::StateOf<__Operand2, Option<Output>>,
            >,
        >(previous),
        keep,
    );
    {
        fn step<const D: usize>(
            net: &Net<D>,
            batch: Batch<D>,
            previous: Option<Output>,
            keep: bool,
        ) -> (Tensor<1>, Output) {
            let output = net.forward(batch.images);
            (loss(output.clone(), batch.labels), output)
        }
        ::fireproof::__private::leave::<
            (Tensor<1>, Output),
            ::fireproof::__private::Meet<
                ::fireproof::__private::Meet<
                    ::fireproof::__private::StateOf<__Operand0, &'__net Net<D>>,
                    ::fireproof::__private::StateOf<__Operand1, Batch<D>>,
                >,
                ::fireproof::__private::StateOf<__Operand2, Option<Output>>,
            >,
        >(step::<D>(__argument0, __argument1, __argument2, __argument3))
    }
}
