//! Expansions take nothing from the prelude, and nothing that a module declares gets in their way.
//!
//! Burn's `derive(Module)` is not like that: it writes `burn::…`, `core::…`, `Option`, `Clone`,
//! `Default`, `stringify!` and `write!` (burn-derive 0.22.1, `module/codegen.rs` and beside it). So
//! the models that run are declared in `models`, which imports exactly these; the methods of `Net`
//! are lifted outside of it. A generic model needs the derive as a bound only, so the attribute
//! above a struct or an enum is also seen without any import.
#![no_implicit_prelude]
#![expect(dead_code, reason = "what is declared here is here to be in the way")]

use ::burn::tensor::{Device, Tensor};

mod core {}
mod fireproof {}
mod std {}
struct Clone;
struct Option;
struct Result;
struct String;
struct Vec;

type Outcome = ::std::result::Result<(), ::std::boxed::Box<dyn ::std::error::Error>>;

mod models {
    // What Burn's derive takes for granted.
    use ::burn;
    use ::core;
    use ::std::clone::Clone;
    use ::std::default::Default;
    use ::std::option::Option;
    use ::std::{stringify, write};

    use ::burn::tensor::{Device, Tensor};

    #[::fireproof::fusible(scheme = ::fireproof::Q8)]
    #[derive(::burn::module::Module, ::std::fmt::Debug)]
    pub(super) struct Net {
        pub(super) hidden: ::burn::nn::Linear,
        #[fusible(skip)]
        pub(super) output: ::burn::nn::Linear,
        pub(super) width: usize,
    }

    impl Net {
        pub(super) fn new(device: &Device) -> Self {
            Self {
                hidden: ::burn::nn::LinearConfig::new(8, 8).init(device),
                output: ::burn::nn::LinearConfig::new(8, 4).init(device),
                width: 8,
            }
        }
    }

    #[test]
    fn a_model_in_a_body() -> super::Outcome {
        #[::fireproof::fusible]
        #[derive(::burn::module::Module, ::std::fmt::Debug)]
        struct Local {
            layer: ::burn::nn::Linear,
        }

        #[::fireproof::fusible]
        impl Local {
            fn forward(&self, input: Tensor<2>) -> Tensor<2> {
                self.layer.forward(input)
            }
        }

        let device = Device::flex();
        let layer = ::burn::nn::LinearConfig::new(8, 4).init(&device);
        let model = ::fireproof::Tracked::train(Local { layer })?;
        let input = ::fireproof::Untracked::<Tensor<2>>::ones([2, 8], &device);
        ::std::assert_eq!(model.forward(input).dims(), [2, 4]);
        ::std::result::Result::Ok(())
    }
}

// The view stands beside the model, so an impl block names it by the same path.
#[::fireproof::fusible]
impl models::Net {
    fn forward(&self, input: Tensor<2>, factor: f32) -> Tensor<2> {
        let hidden = self.hidden.forward(input);
        self.output.forward(hidden).mul_scalar(factor)
    }

    fn maybe(&self, input: ::std::option::Option<Tensor<2>>) -> ::std::option::Option<Tensor<2>> {
        input.map(|input| self.hidden.forward(input))
    }

    fn width(&self) -> usize {
        self.width
    }
}

#[::fireproof::fusible]
fn scaled(input: Tensor<2>, factor: f32) -> (Tensor<2>, usize) {
    (input.mul_scalar(factor), 2)
}

#[derive(::fireproof::Tensors)]
struct Batch<const N: usize> {
    images: Tensor<2>,
    masks: [::std::option::Option<Tensor<1, ::burn::tensor::Bool>>; N],
    layers: ::std::vec::Vec<Tensor<2>>,
    source: ::std::string::String,
    taken: ::std::time::Duration,
}

#[derive(::fireproof::Tensors)]
struct Pair(Tensor<2>, usize);

impl Batch<1> {
    fn new(device: &Device) -> Self {
        Self {
            images: Tensor::ones([2, 8], device),
            masks: [::std::option::Option::None],
            layers: ::std::vec::Vec::new(),
            source: ::std::string::String::new(),
            taken: ::std::time::Duration::ZERO,
        }
    }
}

#[::fireproof::fusible(tensors(Batch, Pair))]
fn step<const N: usize>(#[model] net: &models::Net, batch: Batch<N>) -> Pair {
    let hidden = net.hidden.forward(batch.images);
    Pair(net.output.forward(hidden), net.width)
}

#[::fireproof::fusible]
struct Stack<L, const N: usize> {
    layers: [L; N],
    #[fusible(skip)]
    width: usize,
}

#[::fireproof::fusible]
enum Either<A, B> {
    First(A),
    Second(B),
}

#[test]
fn at_module_level() -> Outcome {
    let device = Device::flex();
    let input = || ::fireproof::Untracked::<Tensor<2>>::ones([2, 8], &device);

    let tracked = ::fireproof::Tracked::train(models::Net::new(&device))?;
    let (output, rank) = scaled(tracked.forward(input(), 2.0), 0.5);
    ::std::assert_eq!((output.dims(), rank), ([2, 4], 2));
    let some = ::std::option::Option::Some(input());
    ::std::assert!(tracked.maybe(some).is_some());

    let untracked = tracked.valid();
    ::std::assert_eq!(untracked.forward(input(), 1.0).dims(), [2, 4]);

    let packed = untracked.quantize_pinned()?;
    ::std::assert_eq!(packed.forward(input(), 1.0).dims(), [2, 4]);
    ::std::assert_eq!(packed.width(), 8);
    ::std::result::Result::Ok(())
}

#[test]
fn structs_of_tensors() -> Outcome {
    let device = Device::flex();
    let typed = || {
        <::fireproof::Untracked<Batch<1>> as ::std::convert::TryFrom<Batch<1>>>::try_from(
            Batch::new(&device),
        )
    };
    let batch = typed()?;
    ::std::assert_eq!(batch.images().dims(), [2, 8]);
    let BatchFields { images, .. } = batch.into_fields();
    let images: ::fireproof::Untracked<Tensor<2>> = images;
    ::std::assert_eq!(images.dims(), [2, 8]);

    let model = ::fireproof::Tracked::train(models::Net::new(&device))?;
    let PairFields(output, width) = step(&model, typed()?).into_fields();
    let output: ::fireproof::Tracked<Tensor<2>> = output;
    ::std::assert_eq!((output.dims(), width), ([2, 4], 8));
    ::std::result::Result::Ok(())
}

#[test]
fn in_a_body() {
    mod core {}
    mod fireproof {}
    mod std {}
    struct Clone;
    struct Option;
    struct Result;
    struct String;
    struct Vec;

    #[::fireproof::fusible]
    struct Pair<A, B>(A, B);

    #[derive(::fireproof::Tensors)]
    struct Local {
        images: Tensor<2>,
    }

    #[::fireproof::fusible(tensors(Local))]
    fn shown(local: Local) -> Tensor<2> {
        local.images
    }

    #[::fireproof::fusible]
    fn halved(input: Tensor<2>) -> Tensor<2> {
        input.mul_scalar(0.5)
    }

    let ones = ::fireproof::Untracked::<Tensor<2>>::ones([2, 8], &Device::flex());
    ::std::assert_eq!(halved(ones).dims(), [2, 8]);
    let local = Local {
        images: Tensor::ones([2, 8], &Device::flex()),
    };
    ::std::assert_eq!(shown(local).dims(), [2, 8]);
}
