//! Quantization schemes as types.
//!
//! A scheme says what a value is ([`Q4S`]), how values lie in memory ([`PackedU32`]) and what they
//! are scaled by ([`OneLevel`]: one scale per tensor or per block). Three traits, each implying the
//! one before, say what can be done with it:
//!
//! | trait | means |
//! |---|---|
//! | [`SchemeSpec`] | it can be written down |
//! | [`Runnable`] | kernels quantize it and read it back |
//! | [`FusibleScheme`] | Burn's fusion engine reads it inside a fused kernel |
//!
//! Most programs only ever use the aliases [`Q8`], [`Q4`] and [`Q2`]:
//!
//! ```
//! use fireproof::{BF16, Block, F16, FusibleScheme, PerTensor, Q2, Q4, Q8};
//!
//! fn needs<S: FusibleScheme>() {}
//! needs::<Q8>(); // 8 bits, one f32 scale per tensor
//! needs::<Q4<Block<32>, F16>>(); // 4 bits, an f16 scale for each 32 values
//! needs::<Q2<Block<16>, BF16>>();
//! ```

use core::marker::PhantomData;

use burn::tensor::quantization::{QuantScheme, QuantStore, QuantValue, ScaleDtype};

use crate::rules::{FillsVectors, FillsWords, FusibleScale, StoredIn};

/// A scheme: values of type `Value`, laid out as `Store`, scaled by `Levels`.
pub struct Scheme<Value, Store, Levels>(PhantomData<(Value, Store, Levels)>);

/// 8-bit integers: `Q8<Granularity, Scale, Store>`.
pub type Q8<G = PerTensor, Sc = F32, St = PackedU32> = Scheme<Q8S, St, OneLevel<G, Sc>>;
/// 4-bit integers: `Q4<Granularity, Scale, Store>`.
pub type Q4<G = PerTensor, Sc = F32, St = PackedU32> = Scheme<Q4S, St, OneLevel<G, Sc>>;
/// 2-bit integers: `Q2<Granularity, Scale, Store>`.
pub type Q2<G = PerTensor, Sc = F32, St = PackedU32> = Scheme<Q2S, St, OneLevel<G, Sc>>;

/// One level of scales: a `Sc` for each `G`.
pub struct OneLevel<G, Sc>(PhantomData<fn() -> (G, Sc)>);

/// One scale for the whole tensor.
#[derive(Debug, Clone, Copy)]
pub enum PerTensor {}

/// One scale for each `N` values along the inner axis, the one that a matmul sums over.
#[derive(Debug, Clone, Copy)]
pub enum Block<const N: usize> {}

/// A value type of a scheme.
pub trait Value: sealed::Sealed + 'static {
    /// Burn's name for it.
    const VALUE: QuantValue;
    /// Bits per value.
    const BITS: usize;
    /// Its name in messages.
    const NAME: &'static str;
}

/// A memory layout of a scheme.
pub trait Store: sealed::Sealed + 'static {
    /// Burn's name for it.
    const STORE: QuantStore;
    /// Whether values are packed into 32-bit words.
    const PACKED: bool;
}

/// A scale type of a scheme.
pub trait Scale: sealed::Sealed + 'static {
    /// Burn's name for it.
    const SCALE: ScaleDtype;
    /// Bytes per scale.
    const BYTES: usize;
    /// Its name in messages.
    const NAME: &'static str;
}

/// How many values share a scale.
pub trait Granularity: sealed::Sealed + 'static {
    /// The block length, or `None` for the whole tensor.
    const BLOCK: Option<usize>;
}

/// A granularity that values `V` in the store `St` can have.
///
/// In 32-bit words, a block fills whole words. In native storage Burn checks it against the vector
/// width that a device chooses; multiples of 16 pass with every width
/// (cubek-quant 0.3.1 `lib.rs`, `check_block_size_compat`).
pub trait Fits<V, St>: Granularity {}

impl<V, St> Fits<V, St> for PerTensor {}
impl<const N: usize, V> Fits<V, PackedU32> for Block<N>
where
    Self: FillsWords<V> + Granularity,
    V: StoredIn<PackedU32>,
{
}
impl<const N: usize, V> Fits<V, Native> for Block<N>
where
    Self: FillsVectors + Granularity,
    V: StoredIn<Native>,
{
}

/// A scheme that can be written down.
pub trait SchemeSpec: sealed::Sealed + 'static {
    /// Burn's scheme, a run-time value: blocks along the last axis.
    fn scheme() -> QuantScheme;
    /// The same with blocks along the last axis but one.
    #[doc(hidden)]
    fn scheme_down_columns() -> QuantScheme;
    /// Bits per value.
    const BITS: usize;
    /// Whether values are packed into 32-bit words.
    const PACKED: bool;
    /// The block length, or `None` when one scale serves the whole tensor.
    const BLOCK: Option<usize>;
    /// The type of the scales.
    const SCALE: ScaleDtype;
    /// Bytes per scale.
    const SCALE_BYTES: usize;
    /// A name for messages: `Q4S, blocks of 32, F16 scales`.
    fn name() -> String;

    /// How many values share one storage element: a 32-bit word, or one byte.
    const PER_WORD: usize = if Self::PACKED { 32 / Self::BITS } else { 1 };

    /// The bytes that `values` values and their scales take in Burn's records, for lines that fill
    /// whole words and blocks, as packed weights do.
    ///
    /// # Source
    /// burn-std 0.22.1 `tensor/quantization.rs`: the packed values, then the scales.
    #[must_use]
    fn bytes(values: usize) -> usize {
        let packed = if Self::PACKED {
            values.div_ceil(Self::PER_WORD) * 4
        } else {
            values
        };
        let scales = Self::BLOCK.map_or(1, |block| values.div_ceil(block));
        packed + scales * Self::SCALE_BYTES
    }
}

/// A scheme that kernels quantize and read back.
pub trait Runnable: SchemeSpec {}

/// A scheme that Burn's fusion engine reads inside of a fused kernel.
///
/// Readable is what it says: whether a given operation ends up in one kernel is decided when it
/// runs, by shape and device.
///
/// # Source
/// burn-cubecl-fusion 0.22.1 `engine/codegen/ir.rs`, `FuseType::from_quant_scheme` and
/// `from_scale_dtype`; a test holds this trait against both.
pub trait FusibleScheme: Runnable {}

impl<V: Value, St: Store, G: Granularity, Sc: Scale> SchemeSpec for Scheme<V, St, OneLevel<G, Sc>> {
    const BITS: usize = V::BITS;
    const PACKED: bool = St::PACKED;
    const BLOCK: Option<usize> = G::BLOCK;
    const SCALE: ScaleDtype = Sc::SCALE;
    const SCALE_BYTES: usize = Sc::BYTES;

    fn scheme() -> QuantScheme {
        blocks::<V, St, G, Sc>(|block| vec![block])
    }

    fn scheme_down_columns() -> QuantScheme {
        blocks::<V, St, G, Sc>(|block| vec![block, 1])
    }

    fn name() -> String {
        let granularity = match G::BLOCK {
            Some(block) => format!("blocks of {block}"),
            None => "per tensor".to_owned(),
        };
        format!("{}, {granularity}, {} scales", V::NAME, Sc::NAME)
    }
}

fn blocks<V: Value, St: Store, G: Granularity, Sc: Scale>(
    extents: impl FnOnce(u8) -> Vec<u8>,
) -> QuantScheme {
    let scheme = QuantScheme::default()
        .with_value(V::VALUE)
        .with_store(St::STORE);
    // The lengths that a `Runnable` scheme can have are listed below; all fit Burn's `u8` extents.
    match G::BLOCK.map(|block| u8::try_from(block).unwrap_or(u8::MAX)) {
        Some(block) => scheme.per_block(extents(block), Sc::SCALE),
        None => scheme.per_tensor(Sc::SCALE),
    }
}

impl<V, St, G, Sc> Runnable for Scheme<V, St, OneLevel<G, Sc>>
where
    V: Value + StoredIn<St>,
    St: Store,
    G: Fits<V, St>,
    Sc: Scale,
{
}

impl<V, St, G, Sc> FusibleScheme for Scheme<V, St, OneLevel<G, Sc>>
where
    V: Value + StoredIn<St>,
    St: Store,
    G: Fits<V, St>,
    Sc: Scale + FusibleScale,
{
}

macro_rules! values {
    ($($(#[$doc:meta])* $name:ident: $bits:literal bits;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}
        impl sealed::Sealed for $name {}
        impl Value for $name {
            const VALUE: QuantValue = QuantValue::$name;
            const BITS: usize = $bits;
            const NAME: &'static str = stringify!($name);
        }
        #[diagnostic::do_not_recommend]
        impl StoredIn<PackedU32> for $name {}
    )* };
}
values! {
    /// 8-bit integers from -127 to 127.
    Q8S: 8 bits;
    /// 8-bit integers from -128 to 127. The positive maximum comes back smaller at every
    /// quantization; prefer [`Q8S`].
    Q8F: 8 bits;
    /// 4-bit integers from -7 to 7.
    Q4S: 4 bits;
    /// 4-bit integers from -8 to 7. The positive maximum comes back smaller at every
    /// quantization; prefer [`Q4S`].
    Q4F: 4 bits;
    /// 2-bit integers from -1 to 1.
    Q2S: 2 bits;
    /// 2-bit integers from -2 to 1. The positive maximum comes back smaller at every
    /// quantization; prefer [`Q2S`].
    Q2F: 2 bits;
}
impl StoredIn<Native> for Q8S {}
impl StoredIn<Native> for Q8F {}

/// Values packed into 32-bit words along the inner axis.
#[derive(Debug, Clone, Copy)]
pub enum PackedU32 {}
/// One byte for each value.
#[derive(Debug, Clone, Copy)]
pub enum Native {}

impl sealed::Sealed for PackedU32 {}
impl Store for PackedU32 {
    const STORE: QuantStore = QuantStore::PackedU32(0);
    const PACKED: bool = true;
}
impl sealed::Sealed for Native {}
impl Store for Native {
    const STORE: QuantStore = QuantStore::Native;
    const PACKED: bool = false;
}

macro_rules! scales {
    ($($(#[$doc:meta])* $name:ident: $bytes:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}
        impl sealed::Sealed for $name {}
        impl Scale for $name {
            const SCALE: ScaleDtype = ScaleDtype::$name;
            const BYTES: usize = $bytes;
            const NAME: &'static str = stringify!($name);
        }
    )* };
}
scales! {
    /// 32-bit float scales.
    F32: 4;
    /// 16-bit float scales.
    F16: 2;
    /// bfloat16 scales; the device must have the type, and WebGPU does not.
    BF16: 2;
    /// 8-bit float scales (OCP E4M3, unsigned). No fused kernel reads them.
    UE4M3: 1;
    /// Power-of-two scales (OCP E8M0). No fused kernel reads them.
    UE8M0: 1;
}
#[diagnostic::do_not_recommend]
impl FusibleScale for F32 {}
#[diagnostic::do_not_recommend]
impl FusibleScale for F16 {}
#[diagnostic::do_not_recommend]
impl FusibleScale for BF16 {}

impl sealed::Sealed for PerTensor {}
impl Granularity for PerTensor {
    const BLOCK: Option<usize> = None;
}
impl<const N: usize> sealed::Sealed for Block<N> {}
impl<const N: usize> Granularity for Block<N> {
    const BLOCK: Option<usize> = {
        assert!(N > 1 && N <= 255, "a block has 2 to 255 values");
        Some(N)
    };
}

// Stable Rust cannot say `N % 4 == 0` in a bound, so the lengths are listed. Burn keeps extents in
// a `u8`.
macro_rules! fills {
    (@vectors $($n:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl FillsVectors for Block<$n> {}
    )* };
    ($($value:ident)*: $($n:literal)*) => { fills! { @values [$($value)*] [$($n)*] } };
    (@values [$($value:ident)*] $ns:tt) => { $( fills! { @lengths $value $ns } )* };
    (@lengths $value:ident [$($n:literal)*]) => { $(
        #[diagnostic::do_not_recommend]
        impl FillsWords<$value> for Block<$n> {}
    )* };
}
fills! { Q8S Q8F Q4S Q4F Q2S Q2F: 16 32 48 64 80 96 112 128 144 160 176 192 208 224 240 }
fills! { @vectors 16 32 48 64 80 96 112 128 144 160 176 192 208 224 240 }
fills! { Q8S Q8F Q4S Q4F: 8 24 40 56 72 88 104 120 136 152 168 184 200 216 232 248 }
fills! { Q8S Q8F: 4 12 20 28 36 44 52 60 68 76 84 92 100 108 116 124 132 140 148 156 164 172 180
188 196 204 212 220 228 236 244 252 }

impl<V, St, L> sealed::Sealed for Scheme<V, St, L> {}

mod sealed {
    pub trait Sealed {}
}
