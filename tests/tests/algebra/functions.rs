//! The free functions, row by row, in the order of Burn's modules.

use burn::tensor::grid::{GridOptions, IndexPos};
use burn::tensor::ops::{
    AttentionModuleOptions, AvgPoolOptions, ConvOptions, ConvTransposeOptions, DeformConvOptions,
    InterpolateMode, InterpolateOptions, MaxPoolOptions, UnfoldOptions,
};

use crate::table::Op;

/// All of them.
pub(crate) const FUNCTIONS: &[&[Op]] = &[
    ACTIVATION,
    ACTIVATION_OF_TWO,
    LOSS,
    GRID,
    GRID_BY_HAND,
    MODULE,
    MODULE_OF_THREE,
    BATCH_NORM_TRAIN,
    EINSUM,
];

const ACTIVATION: &[Op] = functions! {
    activation, (k x y z), 1;
    relu(x);
    hardtanh(x, 0.4, 0.6);
    tanhshrink(x);
    relu6(x);
    leaky_relu(x, 0.1);
    gelu(x);
    gelu_approximate(x);
    softmax(x, 1);
    softmin(x, 1);
    softplus(x, 1.0);
    softplus_with_threshold(x, 1.0, 0.5);
    quiet_softmax(x, 1);
    log_softmax(x, 1);
    sigmoid(x);
    hard_sigmoid(x, 0.2, 0.5);
    log_sigmoid(x);
    silu(x);
    hard_swish(x);
    mish(x);
    tanh(x);
    elu(x, 1.0);
    celu(x, 1.0);
    selu(x);
    thresholded_relu(x, 0.5);
    threshold(x, 0.5, 0.1);
    glu(x, 1);
    softsign(x);
    hard_shrink(x, 0.5);
    soft_shrink(x, 0.3);
    shrink(x, 0.5, 0.1);
};

const ACTIVATION_OF_TWO: &[Op] = functions! {
    activation, (k x y z), 2;
    prelu(x, y.select_dim::<1>(0, 0));
};

const LOSS: &[Op] = functions! {
    loss, (k x y z), 2;
    cross_entropy_with_logits(x, y);
};

const GRID: &[Op] = functions! {
    grid, (k x y z), 1;
    affine_grid_2d(x.slice([0..2, 0..3]).unsqueeze::<3>(), [1, 1, 4, 4]);
};

// The coordinates are one array, so they share their state.
const GRID_BY_HAND: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: true, kinds: [ints];
    meshgrid: fireproof::grid::meshgrid(
            &[x.clone().select_dim::<1>(0, 0), x.select_dim::<1>(0, 1)],
            GridOptions::default(),
        )
        => burn::tensor::grid::meshgrid(
            &[x.clone().select_dim::<1>(0, 0), x.select_dim::<1>(0, 1)],
            GridOptions::default(),
        );
    meshgrid_stack: fireproof::grid::meshgrid_stack::<2, 3, _, _>(
            &[x.clone().select_dim::<1>(0, 0), x.select_dim::<1>(0, 1)],
            IndexPos::Last,
        )
        => burn::tensor::grid::meshgrid_stack::<2, 3, _>(
            &[x.clone().select_dim::<1>(0, 0), x.select_dim::<1>(0, 1)],
            IndexPos::Last,
        );
};

const MODULE: &[Op] = functions! {
    module, (k x y z), 1;
    ctc_loss(
        x.log().reshape::<3, _>([4, 1, 4]),
        k.labels(),
        k.steps(),
        k.label_count(),
        0,
    );
    embedding(x, k.words());
    unfold4d(
        x.reshape::<4, _>([1, 1, 4, 4]),
        [2, 2],
        UnfoldOptions::new([1, 1], [0, 0], [1, 1]),
    );
    fold4d(
        x.reshape::<3, _>([1, 4, 4]),
        [4, 4],
        [2, 2],
        UnfoldOptions::new([2, 2], [0, 0], [1, 1]),
    );
    max_pool1d(x.reshape::<3, _>([1, 2, 8]), MaxPoolOptions::new([2]));
    max_pool2d(x.reshape::<4, _>([1, 1, 4, 4]), MaxPoolOptions::new([2, 2]));
    avg_pool2d(x.reshape::<4, _>([1, 1, 4, 4]), AvgPoolOptions::new([2, 2]));
    avg_pool1d(x.reshape::<3, _>([1, 2, 8]), AvgPoolOptions::new([2]));
    max_pool1d_with_indices(x.reshape::<3, _>([1, 2, 8]), MaxPoolOptions::new([2]));
    max_pool2d_with_indices(x.reshape::<4, _>([1, 1, 4, 4]), MaxPoolOptions::new([2, 2]));
    adaptive_avg_pool2d(x.reshape::<4, _>([1, 1, 4, 4]), [2, 2]);
    adaptive_avg_pool3d(x.reshape::<5, _>([1, 1, 2, 2, 4]), [1, 2, 2]);
    adaptive_avg_pool1d(x.reshape::<3, _>([1, 2, 8]), 2);
    interpolate(
        x.reshape::<4, _>([1, 1, 4, 4]),
        InterpolateOptions::new(InterpolateMode::Bilinear).with_output_size([6, 6]),
    );
};

// Where there are more than three tensors, the others are further views of these.
const MODULE_OF_THREE: &[Op] = functions! {
    module, (k x y z), 3;
    batch_norm(
        x,
        y.clone().select_dim::<1>(0, 0),
        y.select_dim::<1>(0, 1),
        z.clone().select_dim::<1>(0, 0),
        z.select_dim::<1>(0, 1),
        1e-5,
    );
    conv1d(
        x.reshape::<3, _>([1, 2, 8]),
        y.reshape::<3, _>([4, 2, 2]),
        Some(z.select_dim::<1>(0, 0)),
        ConvOptions::new([1], [0], [1], 1),
    );
    conv2d(
        x.reshape::<4, _>([1, 1, 4, 4]),
        y.reshape::<4, _>([4, 1, 2, 2]),
        Some(z.select_dim::<1>(0, 0)),
        ConvOptions::new([1, 1], [0, 0], [1, 1], 1),
    );
    conv3d(
        x.reshape::<5, _>([1, 1, 2, 2, 4]),
        y.reshape::<5, _>([4, 1, 1, 2, 2]),
        Some(z.select_dim::<1>(0, 0)),
        ConvOptions::new([1, 1, 1], [0, 0, 0], [1, 1, 1], 1),
    );
    deform_conv2d(
        x.reshape::<4, _>([1, 1, 4, 4]),
        z.clone()
            .reshape::<4, _>([1, 16, 1, 1])
            .narrow(1, 0, 8)
            .expand::<4, _>([1, 8, 3, 3]),
        y.reshape::<4, _>([4, 1, 2, 2]),
        Some(
            z.clone()
                .reshape::<4, _>([1, 16, 1, 1])
                .narrow(1, 8, 4)
                .expand::<4, _>([1, 4, 3, 3]),
        ),
        Some(z.select_dim::<1>(0, 0)),
        DeformConvOptions::new([1, 1], [0, 0], [1, 1], 1, 1),
    );
    conv_transpose1d(
        x.reshape::<3, _>([1, 2, 8]),
        y.reshape::<3, _>([2, 4, 2]),
        Some(z.select_dim::<1>(0, 0)),
        ConvTransposeOptions::new([1], [0], [0], [1], 1),
    );
    conv_transpose2d(
        x.reshape::<4, _>([1, 1, 4, 4]),
        y.reshape::<4, _>([1, 4, 2, 2]),
        Some(z.select_dim::<1>(0, 0)),
        ConvTransposeOptions::new([1, 1], [0, 0], [0, 0], [1, 1], 1),
    );
    conv_transpose3d(
        x.reshape::<5, _>([1, 1, 2, 2, 4]),
        y.reshape::<5, _>([1, 4, 1, 2, 2]),
        Some(z.select_dim::<1>(0, 0)),
        ConvTransposeOptions::new([1, 1, 1], [0, 0, 0], [0, 0, 0], [1, 1, 1], 1),
    );
    attention(
        x.clone().reshape::<4, _>([1, 1, 4, 4]),
        y.reshape::<4, _>([1, 1, 4, 4]),
        z.reshape::<4, _>([1, 1, 4, 4]),
        Some(k.mask().unsqueeze::<4>()),
        Some(x.reshape::<4, _>([1, 1, 4, 4])),
        AttentionModuleOptions::default(),
    );
    attention_fallback(
        x.clone().reshape::<4, _>([1, 1, 4, 4]),
        y.reshape::<4, _>([1, 1, 4, 4]),
        z.reshape::<4, _>([1, 1, 4, 4]),
        Some(k.mask().unsqueeze::<4>()),
        Some(x.reshape::<4, _>([1, 1, 4, 4])),
        AttentionModuleOptions::default(),
    );
    layer_norm(
        x,
        y.select_dim::<1>(0, 0),
        Some(z.select_dim::<1>(0, 0)),
        1e-5,
    );
    linear(x, y, Some(z.select_dim::<1>(0, 0)));
};

const BATCH_NORM_TRAIN: &[Op] = ops! {
    (k x y z), 3, constant: false, lifts: true, kinds: [];
    batch_norm_train: {
        let result = fireproof::module::batch_norm_train(
            x,
            y.select_dim::<1>(0, 0),
            z.select_dim::<1>(0, 0),
            1e-5,
        );
        (result.output, result.mean, result.variance)
    } => {
        let result = burn::tensor::module::batch_norm_train(
            x,
            y.select_dim::<1>(0, 0),
            z.select_dim::<1>(0, 0),
            1e-5,
        );
        (result.output, result.mean, result.variance)
    };
};

const EINSUM: &[Op] = ops! {
    (k x y z), 2, constant: false, lifts: true, kinds: [ints];
    einsum: fireproof::einsum!("ij,jk->ik", x, y) => burn::tensor::einsum!("ij,jk->ik", x, y);
};
