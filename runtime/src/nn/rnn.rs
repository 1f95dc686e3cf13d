//! Recurrent layers.

use burn::nn::{BiGru, BiLstm, BiRnn, GateController, Gru, Lstm, LstmState, Rnn, RnnState};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl GateController {
        fn gate_product(&self, input: Tensor<2>, hidden: Tensor<2>) -> Tensor<2>;
    }

    impl Rnn {
        fn forward(
            &self,
            batched_input: Tensor<3>,
            state: Option<RnnState<2>>,
        ) -> (Tensor<3>, RnnState<2>);
    }

    impl BiRnn {
        fn forward(
            &self,
            batched_input: Tensor<3>,
            state: Option<RnnState<3>>,
        ) -> (Tensor<3>, RnnState<3>);
    }

    impl Gru {
        fn forward(&self, batched_input: Tensor<3>, state: Option<Tensor<2>>) -> Tensor<3>;
    }

    impl BiGru {
        fn forward(
            &self,
            batched_input: Tensor<3>,
            state: Option<Tensor<3>>,
        ) -> (Tensor<3>, Tensor<3>);
    }

    impl Lstm {
        fn forward(
            &self,
            batched_input: Tensor<3>,
            state: Option<LstmState<2>>,
        ) -> (Tensor<3>, LstmState<2>);
    }

    impl BiLstm {
        fn forward(
            &self,
            batched_input: Tensor<3>,
            state: Option<LstmState<3>>,
        ) -> (Tensor<3>, LstmState<3>);
    }
}
