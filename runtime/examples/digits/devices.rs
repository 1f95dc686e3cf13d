//! The best device there is.

use burn::tensor::{Device, DeviceKind, DeviceType};

/// A device on which Burn's fusion runs.
pub struct Best {
    /// The device.
    pub device: Device,
    /// What it calls itself.
    pub name: String,
}

/// A GPU if there is one, else software Vulkan, else nothing.
pub fn best() -> Option<Best> {
    // Asking for the default device would panic without an adapter; enumerating opens nothing.
    if Device::enumerate(DeviceType::Wgpu).into_vec().is_empty() {
        return None;
    }
    let device = Device::wgpu(DeviceKind::DefaultDevice);
    let name = match device.identity() {
        Some(identity) if identity.physical.is_none() => format!("{} (software)", identity.name),
        Some(identity) => identity.name,
        None => format!("{device:?}"),
    };
    Some(Best { device, name })
}
