#[allow(clippy::type_complexity, reason = "written by `#[fusible]`")]
/// The mean negative log-likelihood of the labels.
#[must_use]
#[expect(clippy::let_and_return, reason = "stays with the body")]
pub fn loss<__Operand0, __State0, __Operand1, __State1>(
    logits: __Operand0,
    labels: __Operand1,
    __argument2: (f32, f32),
) -> ::fireproof::__private::Left<Tensor<1>, __State1>
where
    __Operand0: ::fireproof::__private::Operand<Tensor<2>, State = __State0>,
    __State0: ::fireproof::__private::State,
    __Operand1: ::fireproof::__private::Enters<Tensor<1, Int>, __State0, Out = __State1>,
    __State1: ::fireproof::__private::State,
{
    let (__argument0, __argument1, __argument2) = (
        ::fireproof::__private::enter::<_, _, __State1>(logits),
        ::fireproof::__private::enter::<_, _, __State1>(labels),
        __argument2,
    );
    {
        fn loss(
            logits: Tensor<2>,
            labels: Tensor<1, Int>,
            (low, high): (f32, f32),
        ) -> Tensor<1> {
            let picked = log_softmax(logits, 1).gather(1, labels.unsqueeze_dim(1));
            let loss = -picked.clamp(low, high).mean();
            loss
        }
        ::fireproof::__private::leave::<
            _,
            __State1,
        >(loss(__argument0, __argument1, __argument2))
    }
}
