//! All faults of one item are reported together.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::fusible;

#[fusible]
#[derive(Module, Debug)]
struct Net {
    #[fusible(skpi)]
    first: Linear,
    #[fusible(skip, skip)]
    second: Linear,
    #[fusible]
    third: Linear,
}
//~^ error: unknown argument `skpi`: did you mean `skip`?
//~ error: duplicate argument `skip`: it stands there already, remove one
//~ error: write `#[fusible(skip)]` to keep this field in float

// The model is still one: this use adds no error.
fn use_it(model: fireproof::Tracked<Net>) -> usize {
    model.num_params()
}

fn main() {}
