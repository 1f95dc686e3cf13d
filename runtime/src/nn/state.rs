//! Burn's structs of tensors: what recurrent layers keep, and what attention takes and gives.

use burn::nn::attention::MhaOutput;
use burn::nn::{LstmState, RnnState};
use burn::tensor::{Bool, Tensor};
use fireproof_macros::mirror;

use crate::__private::Meet;
use crate::operand::Operand;
use crate::rules::{Meets, MixesWith};
use crate::states::State;
use crate::untracked::Untracked;

mirror! {
    pub struct LstmState<const D: usize> {
        pub cell: Tensor<D>,
        pub hidden: Tensor<D>,
    }

    pub struct RnnState<const D: usize> {
        pub hidden: Tensor<D>,
    }

    pub struct MhaOutput {
        pub weights: Tensor<4>,
        pub context: Tensor<3>,
    }
}

type Mask<const D: usize> = Option<Untracked<Tensor<D, Bool>>>;

/// The builder's methods for masks, each of its rank.
macro_rules! masks {
    ($($(#[$doc:meta])* $name:ident: $rank:literal;)*) => { $(
        $(#[$doc])*
        pub fn $name(mut self, mask: Untracked<Tensor<$rank, Bool>>) -> Self {
            self.$name = Some(mask);
            self
        }
    )* };
}

/// Burn's input with the masks that ours has.
macro_rules! masked {
    ($this:ident, $input:ident; $($name:ident)*) => {{
        $( if let Some(mask) = $this.$name {
            $input = $input.$name(mask.into_inner());
        } )*
        $input
    }};
}

/// The input of a typed [`MultiHeadAttention`](burn::nn::attention::MultiHeadAttention): Burn's
/// [`MhaInput`](burn::nn::attention::MhaInput), of tensors in the state `S`.
///
/// ```
/// use burn::nn::attention::MultiHeadAttentionConfig;
/// use burn::tensor::{Device, Tensor};
/// use fireproof::nn::MhaInput;
/// use fireproof::{Tracked, Untracked};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let device = Device::flex();
/// let attention = Tracked::train(MultiHeadAttentionConfig::new(8, 2).init(&device))?;
/// let x = Untracked::<Tensor<3>>::ones([1, 4, 8], &device);
/// let output = attention.forward(MhaInput::self_attn(x));
/// let context: Tracked<Tensor<3>> = output.context();
/// # let _ = context;
/// # Ok(())
/// # }
/// ```
#[must_use = "an input does nothing until a layer takes it"]
pub struct MhaInput<S: State> {
    query: S::Float<3>,
    key: S::Float<3>,
    value: S::Float<3>,
    mask_pad: Mask<2>,
    mask_attn: Mask<3>,
}

impl<S: State> MhaInput<S> {
    /// As Burn's [`MhaInput::self_attn`](burn::nn::attention::MhaInput::self_attn).
    ///
    /// # Shapes
    /// - `tensor`: `[batch, sequence, model]`
    pub fn self_attn<A: Operand<Tensor<3>, State = S>>(tensor: A) -> Self {
        let tensor = tensor.enter::<S>();
        Self {
            query: S::leave(tensor.clone()),
            key: S::leave(tensor.clone()),
            value: S::leave(tensor),
            mask_pad: None,
            mask_attn: None,
        }
    }

    /// As Burn's [`MhaInput::new`](burn::nn::attention::MhaInput::new).
    ///
    /// # Shapes
    /// - `query`: `[batch, sequence, model]`
    /// - `key` and `value`: `[batch, other sequence, model]`
    pub fn new<Q, K, V>(query: Q, key: K, value: V) -> Self
    where
        Q: Operand<Tensor<3>>,
        K: Operand<Tensor<3>>,
        V: Operand<Tensor<3>>,
        Q::State: MixesWith<K::State> + Meets<K::State>,
        Meet<Q::State, K::State>: MixesWith<V::State> + Meets<V::State, Out = S>,
    {
        Self {
            query: S::leave(query.enter::<S>()),
            key: S::leave(key.enter::<S>()),
            value: S::leave(value.enter::<S>()),
            mask_pad: None,
            mask_attn: None,
        }
    }

    masks! {
        /// Masks padding.
        ///
        /// # Shapes
        /// - `mask`: `[batch, other sequence]`, true where there is padding
        mask_pad: 2;

        /// Masks attention.
        ///
        /// # Shapes
        /// - `mask`: `[batch, sequence, other sequence]`, true where attention is barred
        mask_attn: 3;
    }
}

#[diagnostic::do_not_recommend]
impl<S: State> Operand<burn::nn::attention::MhaInput> for MhaInput<S> {
    type State = S;
    fn enter<To: State>(self) -> burn::nn::attention::MhaInput {
        let mut input = burn::nn::attention::MhaInput::new(
            To::enter(S::open(self.query)),
            To::enter(S::open(self.key)),
            To::enter(S::open(self.value)),
        );
        masked!(self, input; mask_pad mask_attn)
    }
}

/// The input of a typed [`TransformerEncoder`](burn::nn::transformer::TransformerEncoder): Burn's
/// [`TransformerEncoderInput`](burn::nn::transformer::TransformerEncoderInput), of a tensor in the
/// state `S`.
#[must_use = "an input does nothing until a layer takes it"]
pub struct TransformerEncoderInput<S: State> {
    tensor: S::Float<3>,
    mask_pad: Mask<2>,
    mask_attn: Mask<3>,
}

impl<S: State> TransformerEncoderInput<S> {
    /// As Burn's `new`.
    ///
    /// # Shapes
    /// - `tensor`: `[batch, sequence, model]`
    pub fn new<A: Operand<Tensor<3>, State = S>>(tensor: A) -> Self {
        Self {
            tensor: S::leave(tensor.enter::<S>()),
            mask_pad: None,
            mask_attn: None,
        }
    }

    masks! {
        /// Masks padding.
        ///
        /// # Shapes
        /// - `mask`: `[batch, sequence]`, true where there is padding
        mask_pad: 2;

        /// Masks attention.
        ///
        /// # Shapes
        /// - `mask`: `[batch, sequence, sequence]`, true where attention is barred
        mask_attn: 3;
    }
}

#[diagnostic::do_not_recommend]
impl<S: State> Operand<burn::nn::transformer::TransformerEncoderInput>
    for TransformerEncoderInput<S>
{
    type State = S;
    fn enter<To: State>(self) -> burn::nn::transformer::TransformerEncoderInput {
        let tensor = To::enter(S::open(self.tensor));
        let mut input = burn::nn::transformer::TransformerEncoderInput::new(tensor);
        masked!(self, input; mask_pad mask_attn)
    }
}

/// The input of a typed [`TransformerDecoder`](burn::nn::transformer::TransformerDecoder): Burn's
/// [`TransformerDecoderInput`](burn::nn::transformer::TransformerDecoderInput), of tensors in the
/// state `S`.
#[must_use = "an input does nothing until a layer takes it"]
pub struct TransformerDecoderInput<S: State> {
    target: S::Float<3>,
    memory: S::Float<3>,
    target_mask_pad: Mask<2>,
    target_mask_attn: Mask<3>,
    memory_mask_pad: Mask<2>,
    memory_mask_attn: Mask<3>,
}

impl<S: State> TransformerDecoderInput<S> {
    /// As Burn's `new`.
    ///
    /// # Shapes
    /// - `target`: `[batch, target sequence, model]`
    /// - `memory`: `[batch, memory sequence, model]`
    pub fn new<T, M>(target: T, memory: M) -> Self
    where
        T: Operand<Tensor<3>>,
        M: Operand<Tensor<3>>,
        T::State: MixesWith<M::State> + Meets<M::State, Out = S>,
    {
        Self {
            target: S::leave(target.enter::<S>()),
            memory: S::leave(memory.enter::<S>()),
            target_mask_pad: None,
            target_mask_attn: None,
            memory_mask_pad: None,
            memory_mask_attn: None,
        }
    }

    masks! {
        /// Masks padding of the target.
        ///
        /// # Shapes
        /// - `mask`: `[batch, target sequence]`, true where there is padding
        target_mask_pad: 2;

        /// Masks attention within the target.
        ///
        /// # Shapes
        /// - `mask`: `[batch, target sequence, target sequence]`, true where attention is barred
        target_mask_attn: 3;

        /// Masks padding of the memory.
        ///
        /// # Shapes
        /// - `mask`: `[batch, memory sequence]`, true where there is padding
        memory_mask_pad: 2;

        /// Masks attention to the memory.
        ///
        /// # Shapes
        /// - `mask`: `[batch, target sequence, memory sequence]`, true where attention is barred
        memory_mask_attn: 3;
    }
}

#[diagnostic::do_not_recommend]
impl<S: State> Operand<burn::nn::transformer::TransformerDecoderInput>
    for TransformerDecoderInput<S>
{
    type State = S;
    fn enter<To: State>(self) -> burn::nn::transformer::TransformerDecoderInput {
        let mut input = burn::nn::transformer::TransformerDecoderInput::new(
            To::enter(S::open(self.target)),
            To::enter(S::open(self.memory)),
        );
        masked!(self, input; target_mask_pad target_mask_attn memory_mask_pad memory_mask_attn)
    }
}

// Burn's own, raw.
macro_rules! raw {
    ($($input:ty),* $(,)?) => { $(
        #[diagnostic::do_not_recommend]
        impl Operand<$input> for $input {
            type State = crate::states::Raw;
            fn enter<S: State>(self) -> Self {
                self
            }
        }
    )* };
}
raw!(
    burn::nn::attention::MhaInput,
    burn::nn::transformer::TransformerEncoderInput,
    burn::nn::transformer::TransformerDecoderInput,
);
