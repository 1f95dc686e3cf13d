// fusible()
#[derive(Module, Debug)]
pub struct Stack<L: Module, const N: usize = 2>
where
    L: Layer,
{
    layers: [L; N],
    norm: LayerNorm,
    #[fusible(skip)]
    width: usize,
}
