#[allow(clippy::type_complexity, reason = "written by `#[fusible]`")]
fn f<const D: usize, __Operand0>(
    x: __Operand0,
    flag: bool,
) -> ::fireproof::__private::Left<
    (Tensor<D>, f32),
    ::fireproof::__private::StateOf<__Operand0, Tensor<D>>,
>
where
    __Operand0: ::fireproof::__private::Operand<Tensor<D>>,
{
    let (__argument0, __argument1) = (
        ::fireproof::__private::enter::<
            Tensor<D>,
            _,
            ::fireproof::__private::StateOf<__Operand0, Tensor<D>>,
        >(x),
        flag,
    );
    {
        fn f<const D: usize>(x: Tensor<D>, flag: bool) -> (Tensor<D>, f32) {
            let factor = if flag { 2.0 } else { 0.5 };
            (x * factor, factor)
        }
        ::fireproof::__private::leave::<
            (Tensor<D>, f32),
            ::fireproof::__private::StateOf<__Operand0, Tensor<D>>,
        >(f::<D>(__argument0, __argument1))
    }
}
