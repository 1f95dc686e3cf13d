// fusible()
impl<'a, L: Module, const N: usize> stacks::Stack<'a, L, N>
where
    L: Layer,
{
    pub fn forward<const D: usize>(&self, inputs: Tensor<D>) -> [Tensor<D>; N] {
        core::array::from_fn(|index| self.layers[index].forward(inputs.clone()))
    }

    pub fn width(&self) -> usize {
        N
    }
}
