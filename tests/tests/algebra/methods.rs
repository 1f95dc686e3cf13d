//! The methods and operators of tensors, row by row, in the order of `runtime/src/tensor`.

use burn::tensor::ops::{InterpolateMode, PadMode};
use burn::tensor::{
    Bool, DType, Distribution, FloatDType, IndexingUpdateOp, Int, IntDType, Tensor,
};
use fireproof::Untracked;

use crate::kit::{IntoNode, Joined, now};
use crate::table::{Constructor, OnConstants, Op};
use crate::values::{Fact, read};

/// All of them.
pub(crate) const METHODS: &[&[Op]] = &[
    BASIC,
    BASIC_CONSTANT,
    BASIC_OF_TWO,
    BASIC_ND,
    BASIC_ND_OF_TWO,
    READERS,
    NUMERIC,
    NUMERIC_CONSTANT,
    NUMERIC_OF_TWO,
    OPERATORS,
    OPERATORS_OF_TWO,
    FLOAT_OPERATORS,
    ORDERED,
    ORDERED_CONSTANT,
    ORDERED_OF_TWO,
    FLOAT,
    FLOAT_CONSTANT,
    FLOAT_OF_TWO,
];

const BASIC: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: false, kinds: [ints bools];
    rank: Fact(x.rank());
    dtype: Fact(x.dtype());
    dims: Fact(x.dims());
    shape: Fact(x.shape());
    reshape: x.reshape::<3, _>([2, 2, 4]);
    transpose: x.transpose();
    t: x.t();
    swap_dims: x.swap_dims(0, 1);
    permute: x.permute([1, 0]);
    movedim: x.movedim(0, 1);
    flip: x.flip([0]);
    flatten: x.flatten::<1>(0, 1);
    squeeze: x.reshape::<3, _>([4, 1, 4]).squeeze::<2>();
    squeeze_dim: x.reshape::<3, _>([4, 1, 4]).squeeze_dim::<2>(1);
    squeeze_dims: x.reshape::<3, _>([4, 1, 4]).squeeze_dims::<2>(&[1]);
    unsqueeze: x.unsqueeze::<3>();
    unsqueeze_dim: x.unsqueeze_dim::<3>(1);
    unsqueeze_dims: x.unsqueeze_dims::<4>(&[0, 1]);
    roll_dim: x.roll_dim(1, 0);
    roll: x.roll(&[1, 2], &[0, 1]);
    slice: x.slice([1..3, 0..2]);
    slice_fill: x.slice_fill([0..2, 0..2], 1);
    slice_dim: x.slice_dim(1, 1..3);
    select_dim: x.select_dim::<1>(0, 2);
    to_device: x.to_device(k.device());
    select: x.select(0, k.pair());
    mask_fill: x.mask_fill(k.mask(), 1);
    mask_select: x.mask_select(k.mask());
    mask_select_async: now(x.mask_select_async(k.mask()));
    gather: x.gather(1, k.indices());
    take: x.take::<1, 2>(0, k.pair());
    repeat_dim: x.repeat_dim(0, 2);
    repeat: x.repeat(&[2, 1]);
    equal_scalar: x.equal_scalar(1);
    not_equal_scalar: x.not_equal_scalar(1);
    equal_elem: x.equal_elem(1);
    not_equal_elem: x.not_equal_elem(1);
    cat: Joined::joined(vec![x.clone(), x]);
    stack: Joined::stacked(vec![x.clone(), x]);
    iter_dim: x.iter_dim(0).collect::<Vec<_>>();
    narrow: x.narrow(1, 1, 2);
    chunk: x.chunk(2, 0);
    split: x.split(2, 1);
    split_with_sizes: x.split_with_sizes(vec![1, 3], 0);
    any: x.any();
    any_dim: x.any_dim(0);
    all: x.all();
    all_dim: x.all_dim(1);
    expand: x.expand::<3, _>([2, 4, 4]);
    unfold: x.unfold::<3, _>(1, 2, 1);
    inplace: {
        let mut tensor = x.node();
        tensor.inplace(|tensor| tensor.flip([1]));
        tensor
    };
    extract: x.node().extract();
    into_data: read(&x.into_data());
    try_into_data: read(&x.try_into_data().unwrap());
    to_data: read(&x.to_data());
    try_to_data: read(&x.try_to_data().unwrap());
    into_data_async: read(&now(x.into_data_async()).unwrap());
    to_data_async: read(&now(x.to_data_async()).unwrap());
};

const BASIC_CONSTANT: &[Op] = ops! {
    (k x y z), 1, constant: true, lifts: false, kinds: [ints bools];
    // Whatever was in the memory is written over.
    empty_like: x.empty_like().mask_fill(k.every(), 1);
    zeros_like: x.zeros_like();
    ones_like: x.ones_like();
    full_like: x.full_like(1);
};

const BASIC_OF_TWO: &[Op] = ops! {
    (k x y z), 2, constant: false, lifts: false, kinds: [ints bools];
    equal: x.equal(y);
    not_equal: x.not_equal(y);
    slice_assign: x.repeat_dim(0, 2).slice_assign([2..6, 0..4], y);
    // Bool tensors know no other update.
    select_assign: x.select_assign(0, k.order(), y, IndexingUpdateOp::Add);
    mask_where: x.mask_where(k.mask(), y);
    scatter: x.scatter(1, k.indices(), y, IndexingUpdateOp::Add);
};

// For bool tensors Burn panics: "not supported for bool tensors".
const BASIC_ND: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: false, kinds: [ints];
    gather_nd: x.gather_nd::<2, 2>(k.rows());
};

const BASIC_ND_OF_TWO: &[Op] = ops! {
    (k x y z), 2, constant: false, lifts: false, kinds: [ints];
    // The typed method has one type parameter more, for the state of the values.
    scatter_nd: x.scatter_nd::<2, 2, _>(k.rows(), y, IndexingUpdateOp::Add)
        => x.scatter_nd::<2, 2>(k.rows(), y, IndexingUpdateOp::Add);
};

const READERS: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: false, kinds: [];
    to_data_as: read(&x.to_data_as::<f32>());
    try_to_data_as: read(&x.try_to_data_as::<f32>().unwrap());
    try_to_vec_as: Fact(x.try_to_vec_as::<f32>().unwrap());
    to_data_dtype: read(&x.to_data_dtype(DType::F32));
    try_to_data_dtype: read(&x.try_to_data_dtype(DType::F32).unwrap());
    into_data_as: read(&x.into_data_as::<f32>());
    try_into_data_as: read(&x.try_into_data_as::<f32>().unwrap());
    try_into_vec_as: Fact(x.try_into_vec_as::<f32>().unwrap());
    into_data_dtype: read(&x.into_data_dtype(DType::F32));
    try_into_data_dtype: read(&x.try_into_data_dtype(DType::F32).unwrap());
    into_scalar: Fact(x.sum().into_scalar::<f32>());
    try_into_scalar: Fact(x.sum().try_into_scalar::<f32>().unwrap());
    into_scalar_async: Fact(now(x.sum().into_scalar_async::<f32>()).unwrap());
    try_into_scalar_async: Fact(now(x.sum().try_into_scalar_async::<f32>()).unwrap());
};

const NUMERIC: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: false, kinds: [ints];
    add_scalar: x.add_scalar(2);
    sub_scalar: x.sub_scalar(2);
    div_scalar: x.div_scalar(2);
    remainder_scalar: x.remainder_scalar(2);
    mul_scalar: x.mul_scalar(2);
    neg: x.neg();
    mean: x.mean();
    sum: x.sum();
    mean_dim: x.mean_dim(0);
    mean_dims: x.mean_dims(&[0, 1]);
    sum_dim: x.sum_dim(1);
    sum_dims: x.sum_dims(&[0, 1]);
    sum_dims_squeeze: x.sum_dims_squeeze::<1, _>(&[0]);
    prod: x.prod();
    prod_dim: x.prod_dim(0);
    prod_dims: x.prod_dims(&[0, 1]);
    cumsum: x.cumsum(0);
    cumprod: x.cumprod(1);
    abs: x.abs();
    triu: x.triu(0);
    tril: x.tril(0);
    powi_scalar: x.powi_scalar(3);
    bool: x.bool();
    pad: x.pad([(1, 1), (0, 1)], PadMode::Constant(1.0));
};

const NUMERIC_CONSTANT: &[Op] = ops! {
    (k x y z), 1, constant: true, lifts: false, kinds: [ints];
    sign: x.sign();
};

const NUMERIC_OF_TWO: &[Op] = ops! {
    (k x y z), 2, constant: false, lifts: false, kinds: [ints];
    add: x.add(y);
    sub: x.sub(y);
    div: x.div(y);
    remainder: x.remainder(y);
    mul: x.mul(y);
    powi: x.powi(y);
    dot: x.flatten::<1>(0, 1).dot(y.flatten::<1>(0, 1));
    matmul: x.matmul(y);
};

const OPERATORS: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: false, kinds: [ints];
    operator_neg: -x;
    operators_before_a_scalar: (
        x.clone() + 2,
        x.clone() - 2,
        x.clone() * 2,
        x.clone() / 2,
        x % 2,
    );
    operators_after_a_scalar: (2 + x.clone(), 2 - x.clone(), 2 * x);
};

const OPERATORS_OF_TWO: &[Op] = ops! {
    (k x y z), 2, constant: false, lifts: false, kinds: [ints];
    operator_add: x + y;
    operator_sub: x - y;
    operator_mul: x * y;
    operator_div: x / y;
    operator_rem: x % y;
};

const FLOAT_OPERATORS: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: false, kinds: [];
    operators_before_a_float: (
        x.clone() + 0.5,
        x.clone() - 0.5,
        x.clone() * 0.5,
        x.clone() / 0.5_f32,
        x % 0.5_f32,
    );
    operators_after_a_float: (
        0.5 + x.clone(),
        0.5 - x.clone(),
        0.5_f32 * x.clone(),
        0.5_f32 / x,
    );
};

const ORDERED: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: false, kinds: [ints];
    sort: x.sort(0);
    sort_descending: x.sort_descending(1);
    sort_with_indices: x.sort_with_indices(0);
    sort_descending_with_indices: x.sort_descending_with_indices(0);
    argsort: x.argsort(0);
    argsort_descending: x.argsort_descending(0);
    topk: x.topk(2, 0);
    topk_with_indices: x.topk_with_indices(2, 1);
    greater_scalar: x.greater_scalar(0.5);
    greater_equal_scalar: x.greater_equal_scalar(0.5);
    lower_scalar: x.lower_scalar(0.5);
    lower_equal_scalar: x.lower_equal_scalar(0.5);
    greater_elem: x.greater_elem(0.5);
    greater_equal_elem: x.greater_equal_elem(0.5);
    lower_elem: x.lower_elem(0.5);
    lower_equal_elem: x.lower_equal_elem(0.5);
    argmax: x.argmax(0);
    argtopk: x.argtopk(2, 0);
    max: x.max();
    max_dim_with_indices: x.max_dim_with_indices(0);
    max_abs: x.max_abs();
    max_abs_dim: x.max_abs_dim(0);
    max_abs_dims: x.max_abs_dims(&[0, 1]);
    argmin: x.argmin(0);
    min: x.min();
    min_dim: x.min_dim(0);
    min_dims: x.min_dims(&[0, 1]);
    min_dim_with_indices: x.min_dim_with_indices(1);
    clamp: x.clamp(0.4, 0.6);
    clamp_min: x.clamp_min(0.4);
    clamp_max: x.clamp_max(0.6);
    cummin: x.cummin(0);
    cummax: x.cummax(1);
    max_dim: x.max_dim(0);
    max_dims: x.max_dims(&[0, 1]);
};

const ORDERED_CONSTANT: &[Op] = ops! {
    (k x y z), 1, constant: true, lifts: false, kinds: [ints];
    one_hot: x.one_hot::<3>(16);
    one_hot_fill: x.one_hot_fill::<3>(16, 1.0, 0.0, -1);
};

const ORDERED_OF_TWO: &[Op] = ops! {
    (k x y z), 2, constant: false, lifts: false, kinds: [ints];
    greater: x.greater(y);
    greater_equal: x.greater_equal(y);
    lower: x.lower(y);
    lower_equal: x.lower_equal(y);
    max_pair: x.max_pair(y);
    min_pair: x.min_pair(y);
};

const FLOAT: &[Op] = ops! {
    (k x y z), 1, constant: false, lifts: false, kinds: [];
    exp: x.exp();
    log1p: x.log1p();
    log: x.log();
    sqrt: x.sqrt();
    cos: x.cos();
    sin: x.sin();
    tan: x.tan();
    cosh: x.cosh();
    sinh: x.sinh();
    tanh: x.tanh();
    acos: x.acos();
    // Of what is larger than one.
    acosh: x.recip().acosh();
    asin: x.asin();
    asinh: x.asinh();
    atan: x.atan();
    atanh: x.atanh();
    square: x.square();
    erf: x.erf();
    recip: x.recip();
    deg2rad: x.deg2rad();
    rad2deg: x.rad2deg();
    int: x.int();
    var: x.var(0);
    var_bias: x.var_bias(0);
    var_mean: x.var_mean(0);
    var_mean_bias: x.var_mean_bias(0);
    median: x.median(0);
    median_with_indices: x.median_with_indices(0);
    cov: x.cov(0, 1);
    is_nan: x.is_nan();
    contains_nan: x.contains_nan();
    is_inf: x.is_inf();
    is_finite: x.is_finite();
    powf_scalar: x.powf_scalar(1.5);
    // One category is left in each row, so nothing is random.
    categorical: x.mask_fill(k.off_diagonal(), 0.0).categorical(3);
    fmod_scalar: x.fmod_scalar(0.3);
    cast: x.cast(FloatDType::F64).cast(FloatDType::F32);
    cast_to_int: x.cast(IntDType::I32);
    // Burn's `detach` of a leaf is a leaf again.
    detach: x.detach() => x.mul_scalar(1.0).detach();
    matmul_packed: x.matmul(k.packed());
};

const FLOAT_CONSTANT: &[Op] = ops! {
    (k x y z), 1, constant: true, lifts: false, kinds: [];
    round: x.round();
    floor: x.floor();
    ceil: x.ceil();
    trunc: x.trunc();
    // No deviation, so that both sides draw the same.
    random_like: x.random_like(Distribution::Normal(0.5, 0.0));
};

const FLOAT_OF_TWO: &[Op] = ops! {
    (k x y z), 2, constant: false, lifts: false, kinds: [];
    hypot: x.hypot(y);
    is_close: x.is_close(y, None, None);
    all_close: Fact(x.all_close(y, None, None));
    grid_sample_2d: x
        .reshape::<4, _>([1, 1, 4, 4])
        .grid_sample_2d(y.reshape::<4, _>([1, 2, 4, 2]), InterpolateMode::Bilinear);
    cross: x.narrow(1, 0, 3).cross(y.narrow(1, 0, 3), 1);
    powf: x.powf(y);
    fmod: x.fmod(y);
    atan2: x.atan2(y);
};

/// What integers have beside the rows above.
pub(crate) const INTS: &[OnConstants] = of_kind! {
    ints, (k x y z);
    float: x.float();
    square: x.square();
    bitwise_and: x.bitwise_and(y);
    bitwise_or: x.bitwise_or(y);
    bitwise_xor: x.bitwise_xor(y);
    bitwise_not: x.bitwise_not();
    bitwise_and_scalar: x.bitwise_and_scalar(3);
    bitwise_or_scalar: x.bitwise_or_scalar(3);
    bitwise_xor_scalar: x.bitwise_xor_scalar(3);
    bitwise_left_shift: x.bitwise_left_shift(y);
    bitwise_right_shift: x.bitwise_right_shift(y);
    bitwise_left_shift_scalar: x.bitwise_left_shift_scalar(1);
    bitwise_right_shift_scalar: x.bitwise_right_shift_scalar(1);
    cast: x.cast(FloatDType::F32);
};

/// What booleans have beside the rows above.
pub(crate) const BOOLS: &[OnConstants] = of_kind! {
    bools, (k x y z);
    int: x.int();
    float: x.float();
    bool_not: x.bool_not();
    bool_and: x.bool_and(y);
    bool_or: x.bool_or(y);
    bool_xor: x.bool_xor(y);
    nonzero: x.nonzero();
    nonzero_async: now(x.nonzero_async());
    argwhere: x.argwhere();
    argwhere_async: now(x.argwhere_async());
    cast: x.cast(FloatDType::F32);
    operator_not: !x;
    operator_and: x & y;
    operator_or: x | y;
    operator_xor: x ^ y;
};

/// What makes a tensor out of none. Each is on the kinds that have it.
pub(crate) const CONSTRUCTORS: &[Constructor] = constructors! {
    device;
    "Float::empty": Untracked::<Tensor<2>>::empty([2, 2], device);
    "Float::zeros": Untracked::<Tensor<2>>::zeros([2, 2], device);
    "Float::ones": Untracked::<Tensor<2>>::ones([2, 2], device);
    "Float::full": Untracked::<Tensor<2>>::full([2, 2], 0.5, device);
    "Float::from_data": Untracked::<Tensor<2>>::from_data([[0.5, 1.0]], device);
    "Float::random":
        Untracked::<Tensor<2>>::random([2, 2], Distribution::Default, device);
    "Float::eye": Untracked::<Tensor<2>>::eye(2, device);
    "Float::from_floats": Untracked::<Tensor<2>>::from_floats([[0.5, 1.0]], device);
    "Int::empty": Untracked::<Tensor<2, Int>>::empty([2, 2], device);
    "Int::zeros": Untracked::<Tensor<2, Int>>::zeros([2, 2], device);
    "Int::ones": Untracked::<Tensor<2, Int>>::ones([2, 2], device);
    "Int::full": Untracked::<Tensor<2, Int>>::full([2, 2], 3, device);
    "Int::from_data": Untracked::<Tensor<2, Int>>::from_data([[1, 2]], device);
    "Int::random":
        Untracked::<Tensor<2, Int>>::random([2, 2], Distribution::Uniform(0.0, 9.0), device);
    "Int::eye": Untracked::<Tensor<2, Int>>::eye(2, device);
    "Int::arange": Untracked::<Tensor<1, Int>>::arange(0..4, device);
    "Int::arange_step": Untracked::<Tensor<1, Int>>::arange_step(0..8, 2, device);
    "Int::from_ints": Untracked::<Tensor<2, Int>>::from_ints([[1, 2]], device);
    "Int::cartesian_grid":
        Untracked::<Tensor<2, Int>>::cartesian_grid::<[usize; 2], 3>([2, 2], device);
    "cartesian_grid": fireproof::cartesian_grid::<[usize; 2], 2, 3>([2, 2], device);
    "Bool::empty": Untracked::<Tensor<2, Bool>>::empty([2, 2], device);
    "Bool::zeros": Untracked::<Tensor<2, Bool>>::zeros([2, 2], device);
    "Bool::ones": Untracked::<Tensor<2, Bool>>::ones([2, 2], device);
    "Bool::full": Untracked::<Tensor<2, Bool>>::full([2, 2], true, device);
    "Bool::from_data": Untracked::<Tensor<2, Bool>>::from_data([[true, false]], device);
    "Bool::from_bool": Untracked::<Tensor<2, Bool>>::from_bool([[true, false]], device);
    "Bool::triu_mask": Untracked::<Tensor<2, Bool>>::triu_mask([2, 2], 0, device);
    "Bool::tril_mask": Untracked::<Tensor<2, Bool>>::tril_mask([2, 2], 0, device);
    "Bool::diag_mask": Untracked::<Tensor<2, Bool>>::diag_mask([2, 2], 0, device);
};

/// Rows that no program has, and why.
pub(crate) const EXEMPT: &[(&str, &str)] = &[
    (
        "Float::device",
        "tells the device with its autodiff association, in which the two sides differ",
    ),
    (
        "Float::can_mut",
        "tells how many handles there are, of which the test itself holds some",
    ),
];
