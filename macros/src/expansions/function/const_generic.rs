// fusible()
fn f<const D: usize>(x: Tensor<D>, flag: bool) -> (Tensor<D>, f32) {
    let factor = if flag { 2.0 } else { 0.5 };
    (x * factor, factor)
}
