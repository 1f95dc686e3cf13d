// derive(Tensors)
#[tensors(crate = aliased)]
struct Pair(pub Tensor<2>, usize);
