#[allow(clippy::type_complexity, reason = "written by `#[fusible]`")]
fn f<const D: usize, __Operand0, __State0>(
    x: __Operand0,
    flag: bool,
) -> ::fireproof::__private::Left<(Tensor<D>, f32), __State0>
where
    __Operand0: ::fireproof::__private::Operand<Tensor<D>, State = __State0>,
    __State0: ::fireproof::__private::State,
{
    let (__argument0, __argument1) = (
        ::fireproof::__private::enter::<_, _, __State0>(x),
        flag,
    );
    {
        fn f<const D: usize>(x: Tensor<D>, flag: bool) -> (Tensor<D>, f32) {
            let factor = if flag { 2.0 } else { 0.5 };
            (x * factor, factor)
        }
        ::fireproof::__private::leave::<_, __State0>(f::<D>(__argument0, __argument1))
    }
}
