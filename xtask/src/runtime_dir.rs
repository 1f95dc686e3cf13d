//! A folder for `XDG_RUNTIME_DIR` where there is none, as in containers.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

pub(crate) const XDG_RUNTIME_DIR: &str = "XDG_RUNTIME_DIR";

/// An empty folder, until it is dropped.
///
/// Without the variable, looking for adapters prints an error on stderr, in the middle of what the
/// example has to say.
pub(crate) struct RuntimeDir(PathBuf);

impl RuntimeDir {
    /// `None` where the variable is set or means nothing, and where no folder could be made: the
    /// error that is then printed does no harm.
    pub(crate) fn unless_set() -> Option<Self> {
        if !cfg!(target_os = "linux") || env::var_os(XDG_RUNTIME_DIR).is_some() {
            return None;
        }
        let folder = env::temp_dir().join(format!("fireproof-xtask-{}", process::id()));
        // Fails where something of this name exists already, so what is removed later is ours.
        fs::create_dir(&folder).ok().map(|()| Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for RuntimeDir {
    fn drop(&mut self) {
        // Best effort: what is left is an almost empty folder among temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
