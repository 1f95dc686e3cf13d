use burn::nn::{Linear, LinearConfig, Lstm, LstmConfig};

/// A recurrent reader of sequences.
#[fusible]
#[derive(Module, Debug)]
pub struct Reader {
    #[fusible(skip)]
    lstm: Lstm,
    head: Linear,
}

impl Reader {
    pub fn new(device: &Device) -> Self {
        Self {
            lstm: LstmConfig::new(8, __WIDTH__, true).init(device),
            head: LinearConfig::new(__WIDTH__, 4).init(device),
        }
    }
}

#[fusible]
impl Reader {
    /// What is known after each element.
    pub fn read(&self, sequences: Tensor<3>) -> Tensor<3> {
        let (hidden, _) = self.lstm.forward(sequences, None);
        hidden
    }

    /// The values at the end.
    pub fn forward(&self, sequences: Tensor<3>) -> Tensor<2> {
        let (_, state) = self.lstm.forward(sequences, None);
        self.head.forward(state.hidden)
    }

    /// The values at each element.
    pub fn all(&self, sequences: Tensor<3>) -> Tensor<3> {
        self.head.forward(self.read(sequences))
    }
}
