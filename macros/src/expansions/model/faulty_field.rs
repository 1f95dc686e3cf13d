// fusible(crate = aliased)
#[derive(Module, Debug)]
struct Net {
    hidden: Linear,
    #[fusible(skp)]
    output: Linear,
}
