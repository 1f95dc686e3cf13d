//! Sees to it that wgpu finds an adapter on Linux: a GPU, or software Vulkan.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

/// Where drivers leave their manifests, and where the loader looks for them.
const MANIFESTS: [&str; 3] = [
    "/usr/share/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/usr/local/share/vulkan/icd.d",
];

/// Files, or folders of them, that the user names instead; the second is the older name.
const MANIFEST_VARIABLES: [&str; 2] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];

const LIBRARIES: [&str; 5] = [
    "/usr/lib",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/local/lib",
];

const UPDATE: [&str; 1] = ["update"];
const INSTALL: [&str; 4] = ["install", "-y", "mesa-vulkan-drivers", "libvulkan1"];

/// Installs software Vulkan where nothing is installed and we may; says what to do where we may
/// not.
///
/// Nothing here is fatal: the demo also runs on the CPU, and the tests say which of them need an
/// adapter.
pub(crate) fn provide() {
    // macOS has Metal and Windows has Direct3D 12.
    if !cfg!(target_os = "linux") {
        return;
    }
    let Some(what) = missing() else {
        return;
    };
    let (update, install) = (UPDATE.join(" "), INSTALL.join(" "));
    if !is_root() || !has_apt_get() {
        eprintln!(
            "{what} is not installed, so there may be no adapter for wgpu; on Debian and Ubuntu, \
             `sudo apt-get {update} && sudo apt-get {install}` installs software Vulkan"
        );
        return;
    }
    eprintln!(
        "{what} is not installed: running `apt-get {update}` and `apt-get {install}` for software \
         Vulkan"
    );
    apt_get(&UPDATE);
    apt_get(&INSTALL);
    if let Some(what) = missing() {
        eprintln!(
            "{what} is still not installed: the demo runs on the CPU, and the tests say which of \
             them need an adapter"
        );
    }
}

/// What stands between wgpu and an adapter.
fn missing() -> Option<&'static str> {
    let found = |folder: &str| Path::new(folder).join("libvulkan.so.1").exists();
    if !LIBRARIES.into_iter().any(found) {
        return Some("the Vulkan loader, `libvulkan.so.1`,");
    }
    let mut manifests: Vec<PathBuf> = MANIFESTS.map(PathBuf::from).into();
    for variable in MANIFEST_VARIABLES {
        let paths = env::var_os(variable).unwrap_or_default();
        manifests.extend(env::split_paths(&paths));
    }
    let found = manifests.iter().any(|path| has_manifest(path));
    (!found).then_some("a Vulkan driver")
}

/// Whether a path is a manifest, or a folder with one in it.
fn has_manifest(path: &Path) -> bool {
    let is_json = |path: &Path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    };
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().any(|entry| is_json(&entry.path())),
        Err(_) => is_json(path) && path.is_file(),
    }
}

fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ids = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    // The real id and then the effective one, by which permissions are decided.
    ids.and_then(|ids| ids.split_whitespace().nth(1)) == Some("0")
}

fn has_apt_get() -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join("apt-get").is_file())
}

fn apt_get(args: &[&str]) {
    let status = Command::new("apt-get")
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive")
        // Whatever is asked in spite of that gets no answer, instead of waiting for one.
        .stdin(Stdio::null())
        // Standard output belongs to the demo and the tests.
        .stdout(io::stderr())
        .status();
    let command = args.join(" ");
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => eprintln!("`apt-get {command}` failed with {status}"),
        Err(error) => eprintln!("cannot run `apt-get {command}`: {error}"),
    }
}
