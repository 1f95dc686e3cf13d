//! Written by `cargo xtask check-time`: plain Burn.

use std::error::Error;

use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::prelude::*;
