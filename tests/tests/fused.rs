//! Quantized inference runs fused: what is counted are kernel launches, as cubecl reports them. A
//! block of Burn's fusion observer may still fall back inside, so blocks prove nothing.

#![expect(clippy::unwrap_used, reason = "a test may")]

use burn::module::Module;
use burn::nn::{Gelu, Linear, LinearConfig};
use burn::tensor::{Device, Distribution, Tensor, TensorData};
use fireproof::{Block, F16, Fusible, FusibleScheme, Q4, Q8, SchemeSpec, Untracked, fusible};
use fireproof_tests::{alone, cube_device, distance, is_fused_matmul, launches};

#[fusible]
#[derive(Module, Debug)]
struct Layer {
    linear: Linear,
    gelu: Gelu,
}

#[fusible]
impl Layer {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.gelu.forward(self.linear.forward(input))
    }
}

/// A layer on the CPU with an input, and the output that everything is compared with.
struct Reference {
    layer: Untracked<Layer>,
    input: Untracked<Tensor<2>>,
    output: TensorData,
}

fn reference(rows: usize, inputs: usize, outputs: usize) -> Reference {
    let flex = Device::flex();
    flex.seed(7);
    let layer = Untracked::valid(&Layer {
        linear: LinearConfig::new(inputs, outputs).init(&flex),
        gelu: Gelu::new(),
    });
    let input = Untracked::random([rows, inputs], Distribution::Normal(0.0, 1.0), &flex);
    let output = layer.forward(input.clone()).into_data();
    Reference {
        layer,
        input,
        output,
    }
}

/// The launches of one call on a CubeCL device, and the distance from the reference.
fn on_cube<S: FusibleScheme>(
    rows: usize,
    inputs: usize,
    outputs: usize,
) -> (Vec<&'static str>, f32) {
    let device = cube_device();
    let reference = reference(rows, inputs, outputs);
    let packed: Fusible<S, Layer> = reference
        .layer
        .clone()
        .to_device(&device)
        .quantize()
        .unwrap();
    let input = Untracked::<Tensor<2>>::from_data(reference.input.to_data(), &device);
    let (kernels, output) = launches(&device, || packed.forward(input.clone())).unwrap();
    let output = output.try_into_data().unwrap();
    (kernels, distance(&output, &reference.output))
}

#[test]
fn linear_bias_and_activation_are_one_matmul_launch() {
    let _alone = alone();
    for rows in [1, 8] {
        let (kernels, far) = on_cube::<Q8<Block<32>>>(rows, 64, 64);
        assert!(far < 0.02, "{rows} rows: {far}");
        assert!(
            kernels.len() == 1 && is_fused_matmul(kernels[0]),
            "{rows} rows: {kernels:#?}"
        );
    }
    let (kernels, far) = on_cube::<Q4<Block<32>, F16>>(1, 64, 64);
    assert!(far < 0.3, "{far}");
    assert!(
        kernels.len() == 1 && is_fused_matmul(kernels[0]),
        "{kernels:#?}"
    );
}

/// Seven columns have no vectors, and Burn declines to fuse such an output ("Output vector size of
/// 1 removes the gain from fusion"), so the check above must see more than one launch.
#[test]
fn the_check_fails_where_burn_does_not_fuse() {
    let _alone = alone();
    let (kernels, far) = on_cube::<Q8<Block<32>>>(8, 64, 7);
    assert!(far < 0.02, "{far}");
    assert!(
        !(kernels.len() == 1 && is_fused_matmul(kernels[0])),
        "{kernels:#?}"
    );
}

/// Why weights are packed along the inner axis: packed along their columns, as Burn's own
/// `quantize_weights` does, one row of input gives wrong values, in silence.
#[test]
fn raw_burn_computes_wrong_values_from_weights_packed_along_columns() {
    let _alone = alone();
    // Which scheme is hit depends on the device: 8 bits on software Vulkan, 4 bits on an H200.
    let mut worst = worst_of_one_row::<Q8>();
    if worst < 0.5 {
        worst = worst_of_one_row::<Q4<Block<32>, F16>>();
    }
    assert!(
        worst > 0.5,
        "the largest error is {worst}: if a newer Burn reads such weights right, packing along the \
         inner axis is a choice again"
    );
}

/// And with more rows it falls back: a matmul, and an element-wise kernel after it.
#[test]
fn raw_burn_does_not_fuse_weights_packed_along_columns_for_several_rows() {
    let _alone = alone();
    let device = cube_device();
    if device
        .identity()
        .is_some_and(|identity| identity.physical.is_some())
    {
        // Seen where shared memory is as small as WebGPU promises; a GPU may have more.
        return;
    }
    let (kernels, far) = along_columns::<Q8>(8, 64);
    assert!(far < 0.02, "{far}");
    assert!(
        kernels.len() > 1 && !kernels.iter().any(|kernel| is_fused_matmul(kernel)),
        "{kernels:#?}"
    );
}

/// The largest error over a few sizes: which kernel runs is what autotune found fastest.
fn worst_of_one_row<S: SchemeSpec>() -> f32 {
    let errors = [64, 96, 128, 256].map(|size| along_columns::<S>(1, size).1);
    errors.into_iter().fold(0.0, f32::max)
}

/// As `on_cube`, in raw Burn, with a square weight packed along its columns.
fn along_columns<S: SchemeSpec>(rows: usize, size: usize) -> (Vec<&'static str>, f32) {
    let device = cube_device();
    let reference = reference(rows, size, size);
    let mut raw = reference.layer.to_device(&device).into_inner();
    raw.linear.weight = raw
        .linear
        .weight
        .map(|weight| weight.quantize_dynamic(&S::scheme()));
    let input = Tensor::<2>::from_data(reference.input.to_data(), &device);
    let (kernels, output) = launches(&device, || raw.forward(input.clone())).unwrap();
    // No error anywhere: the read succeeds.
    let output = output.try_into_data().unwrap();
    (kernels, distance(&output, &reference.output))
}
