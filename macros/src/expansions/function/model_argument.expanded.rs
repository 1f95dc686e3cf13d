#[allow(clippy::type_complexity, reason = "written by `#[fusible]`")]
/// One function for training and validation.
pub fn step<
    '__net,
    const D: usize,
    __Operand0,
    __State0,
    __Operand1,
    __State1,
    __Operand2,
    __State2,
>(
    net: __Operand0,
    batch: __Operand1,
    previous: __Operand2,
    keep: bool,
) -> ::fireproof::__private::Left<(Tensor<1>, Output), __State2>
where
    Net<D>: '__net,
    __Operand0: ::fireproof::__private::Operand<&'__net Net<D>, State = __State0>,
    __State0: ::fireproof::__private::State,
    __Operand1: ::fireproof::__private::Enters<Batch<D>, __State0, Out = __State1>,
    __State1: ::fireproof::__private::State,
    __Operand2: ::fireproof::__private::Enters<Option<Output>, __State1, Out = __State2>,
    __State2: ::fireproof::__private::State,
{
    let (__argument0, __argument1, __argument2, __argument3) = (
        ::fireproof::__private::enter::<_, _, __State2>(net),
        ::fireproof::__private::enter::<_, _, __State2>(batch),
        ::fireproof::__private::enter::<_, _, __State2>(previous),
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
            _,
            __State2,
        >(step::<D>(__argument0, __argument1, __argument2, __argument3))
    }
}
