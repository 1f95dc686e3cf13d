//! x
use burn::cubecl::logging::{LaunchObservation, LaunchObserver};
use burn::nn::{Gelu, Linear, LinearConfig};
use burn::prelude::*;
use burn::tensor::{DeviceKind, Distribution};
use fireproof::*;
use std::sync::{Arc, Mutex};

#[derive(Default)]
struct Names(Mutex<Vec<&'static str>>);
impl LaunchObserver for Names {
    fn launched(&self, kernel: &'static str) { self.0.lock().unwrap().push(kernel); }
}
#[fusible]
#[derive(Module, Debug)]
struct Layer { linear: Linear, gelu: Gelu }
#[fusible]
impl Layer { fn forward(&self, x: Tensor<2>) -> Tensor<2> { self.gelu.forward(self.linear.forward(x)) } 
 fn bare(&self, x: Tensor<2>) -> Tensor<2> { x.matmul(self.linear.weight.val()) } }

fn run(dev: &Device, f: impl Fn() -> Untracked<Tensor<2>>) -> (Vec<String>, TensorData) {
    for _ in 0..4 { drop(f()); dev.sync().unwrap(); }
    let n = Arc::new(Names::default());
    let guard = LaunchObservation::new(n.clone());
    let y = f(); dev.sync().unwrap();
    drop(guard);
    let v = n.0.lock().unwrap().iter().map(|s| s.replace("cubek_matmul::multi_level::","").replace("components::batch::","").replace("burn_cubecl_fusion::optim::","").split('<').take(2).collect::<Vec<_>>().join("<").chars().take(120).collect()).collect();
    (v, y.into_data())
}
fn err(a: &TensorData, b: &TensorData) -> f32 { a.iter::<f32>().zip(b.iter::<f32>()).map(|(p, q)| (p - q).abs()).fold(0f32, f32::max) }
fn try_one<S: FusibleScheme>(dev: &Device, rows: usize, k: usize, n: usize) {
    let flex = Device::flex();
    let model = Untracked::valid(&Layer { linear: LinearConfig::new(k, n).init(&flex), gelu: Gelu::new() });
    let x = Untracked::<Tensor<2>>::random([rows, k], Distribution::Default, &flex);
    let want = model.forward(x.clone()).into_data();
    let want_bare = model.bare(x.clone()).into_data();
    let m = model.clone().to_device(dev);
    let xd = Untracked::<Tensor<2>>::from_data(x.to_data(), dev);
    let (l, y) = run(dev, || m.forward(xd.clone()));
    println!("{rows}x{k}x{n} float fused err {} {l:?}", err(&want, &y));
    let (l, y) = run(dev, || m.bare(xd.clone()));
    println!("{rows}x{k}x{n} float bare err {} {l:?}", err(&want_bare, &y));
    let q = m.quantize::<S>().unwrap();
    let (l, y) = run(dev, || q.forward(xd.clone()));
    println!("{rows}x{k}x{n} {} fused err {} {l:?}", S::name(), err(&want, &y));
    let (l, y) = run(dev, || q.bare(xd.clone()));
    println!("{rows}x{k}x{n} {} bare err {} {l:?}", S::name(), err(&want_bare, &y));
}

fn transposed<S: FusibleScheme>(inner: bool, dev: &Device, rows: usize, k: usize, n: usize) {
    let flex = Device::flex();
    let model = Layer { linear: LinearConfig::new(k, n).init(&flex), gelu: Gelu::new() };
    let x = Untracked::<Tensor<2>>::random([rows, k], Distribution::Default, &flex);
    let model = Untracked::valid(&model);
    let want = model.forward(x.clone()).into_data();
    let want_bare = model.bare(x.clone()).into_data();
    let mut m = model.clone().to_device(dev).into_inner();
    let xd = Untracked::<Tensor<2>>::from_data(x.to_data(), dev);
    m.linear.weight = m.linear.weight.map(|w| if inner { w.transpose().quantize_dynamic(&S::scheme()).transpose() } else { w.quantize_dynamic(&S::scheme()) });
    let q = Untracked::valid(&m);
    let t = std::time::Instant::now();
    let (l, y) = run(dev, || q.forward(xd.clone()));
    println!("inner={inner} {rows}x{k}x{n} {} fused err {} {:?} {l:?}", S::name(), err(&want, &y), t.elapsed());
    let (l, y) = run(dev, || q.bare(xd.clone()));
    println!("inner={inner} {rows}x{k}x{n} {} bare err {} {l:?}", S::name(), err(&want_bare, &y));
}
#[test]
fn explore() {
    let dev = Device::wgpu(DeviceKind::DefaultDevice);
    println!("id err {:?}", dev.identity());
    for (k, n) in [(256, 256), (1024, 1024)] { for rows in [1, 8, 64] { for inner in [false, true] {
        transposed::<Q8>(inner, &dev, rows, k, n); transposed::<Q8<Block<32>, F16>>(inner, &dev, rows, k, n); transposed::<Q4<Block<32>, F16>>(inner, &dev, rows, k, n);
        transposed::<Q2<Block<32>, F16>>(inner, &dev, rows, k, n);
        transposed::<Q8<Block<32>, BF16>>(inner, &dev, rows, k, n);
    } } }
}
