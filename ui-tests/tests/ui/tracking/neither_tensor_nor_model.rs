//! What is tracked is a tensor or a model.
use fireproof::Tracked;

struct Wrong {
    name: Tracked<String>,
    //~^ error[E0277]: `String` is neither a tensor nor a model that fireproof knows
}

fn main() {}
