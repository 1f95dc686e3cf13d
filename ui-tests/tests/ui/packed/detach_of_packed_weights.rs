//! Packed weights are in no graph, and unpacked by name only.
use fireproof::{Fusible, Q8};

fn wrong(weight: Fusible<Q8>) {
    let _ = weight.detach();
    //~^ error[E0599]: no method named `detach` found
}

fn main() {}
