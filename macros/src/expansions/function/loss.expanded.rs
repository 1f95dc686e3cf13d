#[allow(clippy::type_complexity, reason = "written by `#[fusible]`")]
/// The mean negative log-likelihood of the labels.
#[must_use]
#[expect(clippy::let_and_return, reason = "stays with the body")]
pub fn loss<__Operand0, __Operand1>(
    logits: __Operand0,
    labels: __Operand1,
    __argument2: (f32, f32),
) -> ::fireproof::__private::Left<
    Tensor<1>,
    ::fireproof::__private::Meet<
        ::fireproof::__private::StateOf<__Operand0, Tensor<2>>,
        ::fireproof::__private::StateOf<__Operand1, Tensor<1, Int>>,
    >,
>
where
    __Operand0: ::fireproof::__private::Operand<Tensor<2>>,
    __Operand1: ::fireproof::__private::Operand<Tensor<1, Int>>,
    ::fireproof::__private::StateOf<
        __Operand0,
        Tensor<2>,
    >: ::fireproof::__private::MixesWith<
            ::fireproof::__private::StateOf<__Operand1, Tensor<1, Int>>,
        >
        + ::fireproof::__private::Meets<
            ::fireproof::__private::StateOf<__Operand1, Tensor<1, Int>>,
        >,
{
    let (__argument0, __argument1, __argument2) = (
        ::fireproof::__private::enter::<
            Tensor<2>,
            _,
            ::fireproof::__private::Meet<
                ::fireproof::__private::StateOf<__Operand0, Tensor<2>>,
                ::fireproof::__private::StateOf<__Operand1, Tensor<1, Int>>,
            >,
        >(logits),
        ::fireproof::__private::enter::<
            Tensor<1, Int>,
            _,
            ::fireproof::__private::Meet<
                ::fireproof::__private::StateOf<__Operand0, Tensor<2>>,
                ::fireproof::__private::StateOf<__Operand1, Tensor<1, Int>>,
            >,
        >(labels),
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
            Tensor<1>,
            ::fireproof::__private::Meet<
                ::fireproof::__private::StateOf<__Operand0, Tensor<2>>,
                ::fireproof::__private::StateOf<__Operand1, Tensor<1, Int>>,
            >,
        >(loss(__argument0, __argument1, __argument2))
    }
}
