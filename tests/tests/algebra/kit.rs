//! What the rows of the tables use beside their operands: constants for both sides.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use burn::tensor::kind::Basic;
use burn::tensor::{Bool, Device, Int, Tensor};
use fireproof::{Fusible, Leaf, Q8, Tracked, Untracked};

/// Typed constants. Their device is an autodiff one, which must not be seen in any of them.
pub(crate) struct Typed {
    device: Device,
}

impl Typed {
    pub(crate) fn new() -> Self {
        Self {
            device: Device::flex().autodiff(),
        }
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn packed(&self) -> Fusible<Q8> {
        let weight = Untracked::<Tensor<2>>::ones([4, 4], &self.device);
        weight.quantize::<Q8>().unwrap()
    }

    pub(crate) fn ints(&self) -> [Untracked<Tensor<2, Int>>; 3] {
        [self.sixteen(), self.small(), self.indices()]
    }

    pub(crate) fn bools(&self) -> [Untracked<Tensor<2, Bool>>; 3] {
        [self.mask(), self.off_diagonal(), self.every()]
    }
}

/// The same constants as Burn tensors.
pub(crate) struct Raw {
    device: Device,
}

impl Raw {
    /// On a plain device: beside a tensor of a graph they are what the typed ones are inside.
    pub(crate) fn new() -> Self {
        Self {
            device: Device::flex(),
        }
    }

    pub(crate) fn autodiff() -> Self {
        Self {
            device: Device::flex().autodiff(),
        }
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn packed(&self) -> Tensor<2> {
        let weight = Untracked::<Tensor<2>>::ones([4, 4], &self.device);
        weight.quantize::<Q8>().unwrap().into_inner()
    }

    pub(crate) fn ints(&self) -> [Tensor<2, Int>; 3] {
        [self.sixteen(), self.small(), self.indices()]
    }

    pub(crate) fn bools(&self) -> [Tensor<2, Bool>; 3] {
        [self.mask(), self.off_diagonal(), self.every()]
    }
}

macro_rules! constants {
    ($($name:ident: Tensor<$rank:literal, $kind:ident> = $data:expr;)*) => {
        impl Typed { $(
            pub(crate) fn $name(&self) -> Untracked<Tensor<$rank, $kind>> {
                Untracked::<Tensor<$rank, $kind>>::from_data($data, &self.device)
            }
        )* }

        impl Raw { $(
            pub(crate) fn $name(&self) -> Tensor<$rank, $kind> {
                Tensor::<$rank, $kind>::from_data($data, &self.device)
            }
        )* }
    };
}
constants! {
    // No row is all `true`, so that a masked softmax has something left.
    mask: Tensor<2, Bool> = [
        [true, false, false, true],
        [false, true, false, false],
        [false, false, true, false],
        [true, false, true, false],
    ];
    every: Tensor<2, Bool> = [[true; 4]; 4];
    off_diagonal: Tensor<2, Bool> = [
        [false, true, true, true],
        [true, false, true, true],
        [true, true, false, true],
        [true, true, true, false],
    ];
    // All different, and 0 is first.
    sixteen: Tensor<2, Int> = [[0, 7, 14, 5], [12, 3, 10, 1], [8, 15, 6, 13], [4, 11, 2, 9]];
    // Divisors, exponents and shifts.
    small: Tensor<2, Int> = [[1, 2, 3, 1], [2, 3, 1, 2], [3, 1, 2, 3], [1, 2, 3, 1]];
    // Of rows or columns.
    indices: Tensor<2, Int> = [[2, 0, 3, 1], [0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]];
    order: Tensor<1, Int> = [2, 0, 3, 1];
    rows: Tensor<2, Int> = [[2], [0], [3], [1]];
    pair: Tensor<1, Int> = [2, 0];
    words: Tensor<2, Int> = [[0, 3], [1, 2]];
    // For CTC: one sample of four steps and two labels.
    labels: Tensor<2, Int> = [[1, 2]];
    steps: Tensor<1, Int> = [4];
    label_count: Tensor<1, Int> = [2];
}

/// The output of a future that is ready at once, as all are on a CPU.
pub(crate) fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("nothing takes time on this device"),
    }
}

/// A leaf as a node: what changes a tensor in its place is not for leaves.
pub(crate) trait IntoNode {
    type Node;
    fn node(self) -> Self::Node;
}

impl<const D: usize, K: Basic> IntoNode for Untracked<Tensor<D, K>> {
    type Node = Self;
    fn node(self) -> Self {
        self
    }
}

impl<const D: usize> IntoNode for Tracked<Tensor<D>> {
    type Node = Self;
    fn node(self) -> Self {
        self
    }
}

impl<const D: usize> IntoNode for Leaf<Tensor<D>> {
    type Node = Tracked<Tensor<D>>;
    fn node(self) -> Self::Node {
        // A leaf by another name would still be one for Burn.
        self * 1.0
    }
}

impl<const D: usize, K: Basic> IntoNode for Tensor<D, K> {
    type Node = Self;
    fn node(self) -> Self {
        self
    }
}

/// The functions of several tensors that are named by their carrier, which a row cannot name.
pub(crate) trait Joined: Sized {
    type Joined;
    type Stacked;
    fn joined(tensors: Vec<Self>) -> Self::Joined;
    fn stacked(tensors: Vec<Self>) -> Self::Stacked;
}

macro_rules! joined {
    ($([$($params:tt)*] $tensors:ty => $joined:ty, $stacked:ty;)*) => { $(
        impl<$($params)*> Joined for $tensors {
            type Joined = $joined;
            type Stacked = $stacked;
            fn joined(tensors: Vec<Self>) -> Self::Joined {
                <$tensors>::cat(tensors, 0)
            }
            fn stacked(tensors: Vec<Self>) -> Self::Stacked {
                <$tensors>::stack::<3>(tensors, 0)
            }
        }
    )* };
}
joined! {
    [K: Basic] Untracked<Tensor<2, K>> => Untracked<Tensor<2, K>>, Untracked<Tensor<3, K>>;
    [] Tracked<Tensor<2>> => Tracked<Tensor<2>>, Tracked<Tensor<3>>;
    [] Leaf<Tensor<2>> => Tracked<Tensor<2>>, Tracked<Tensor<3>>;
    [K: Basic] Tensor<2, K> => Tensor<2, K>, Tensor<3, K>;
}
