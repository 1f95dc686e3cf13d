// fusible()
#[cfg(feature = "heads")]
#[derive(Module, Debug)]
enum Head {
    Wide(Linear),
    Deep(#[fusible(skip)] Mlp),
}
