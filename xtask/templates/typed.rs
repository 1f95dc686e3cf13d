//! Written by `cargo xtask check-time`: Burn with types for the states.

use std::error::Error;

use burn::prelude::*;
use fireproof::{Optimizer, Tracked, Untracked, fusible};
