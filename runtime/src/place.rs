//! [`Place`]: one device as a type, for programs with several.

use core::any::{TypeId, type_name};
use core::fmt;
use core::marker::PhantomData;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use burn::tensor::kind::Autodiff;
use burn::tensor::{Device, Tensor};

use crate::context::{Context, Ctx, On};
use crate::leaf::Leaf;
use crate::model::Model;
use crate::states::{Graph, State};
use crate::tracked::{Tracked, TrainError};
use crate::untracked::Untracked;

/// The device that the brand `B` stands for.
///
/// Burn does not keep tensors of two devices apart: some operations panic, some name a tensor of
/// "the wrong backend", and for two devices of one backend most check nothing. A brand makes the
/// device a part of the context, and two places never meet in one operation:
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use fireproof::{On, Place, Tracked, Untracked};
///
/// enum First {}
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let device = Device::flex();
/// let first = Place::<First>::claim(&device)?;
/// let weight = first.leaf(Untracked::<Tensor<2>>::ones([4, 4], &device));
/// let x: Tracked<Tensor<2>, On<First>> = first.enter(Untracked::ones([1, 4], &device));
/// let loss = x.matmul(weight.clone()).sum();
/// let gradients = loss.backward()?;
/// assert!(weight.grad(&gradients).is_some());
/// # Ok(())
/// # }
/// ```
///
/// Integers, booleans and models in validation form carry no context; [`Place::bring`] and
/// `Untracked::to_device` move them.
pub struct Place<B, C = Ctx> {
    device: Device,
    brand: PhantomData<fn() -> (B, C)>,
}

/// A brand stands for another device already.
#[derive(Debug, thiserror::Error)]
#[error(
    "the brand `{brand}` stands for {taken} already and cannot stand for {wanted}: one type for \
     each device"
)]
#[non_exhaustive]
pub struct PlaceTaken {
    /// The brand.
    pub brand: &'static str,
    /// The device it stands for.
    pub taken: String,
    /// The device that was asked for.
    pub wanted: String,
}

/// What each brand of this process stands for.
static TAKEN: Mutex<Option<HashMap<TypeId, Device>>> = Mutex::new(None);

impl<B: 'static> Place<B> {
    /// Ties the brand `B` to a device, for the rest of the process.
    ///
    /// # Errors
    /// When the brand stands for another device already. The same device again is fine.
    pub fn claim(device: &Device) -> Result<Self, PlaceTaken> {
        Self::claim_in(device)
    }
}

impl<B: 'static, C: Context> Place<B, C> {
    /// As [`claim`](Place::claim), for values in the context `On<B, C>`.
    ///
    /// # Errors
    /// As [`claim`](Place::claim).
    pub fn claim_in(device: &Device) -> Result<Self, PlaceTaken> {
        let device = device.clone().without_autodiff();
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = taken.get_or_insert_default();
        let stands_for = taken
            .entry(TypeId::of::<B>())
            .or_insert_with(|| device.clone());
        if *stands_for != device {
            return Err(PlaceTaken {
                brand: type_name::<B>(),
                taken: format!("{stands_for:?}"),
                wanted: format!("{device:?}"),
            });
        }
        Ok(Self {
            device,
            brand: PhantomData,
        })
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Moves a tensor here, as a constant of this place's context.
    pub fn enter<const D: usize>(&self, x: Untracked<Tensor<D>>) -> Tracked<Tensor<D>, On<B, C>> {
        let here = x.into_inner().to_device(&self.device);
        Tracked::sealed(Graph::<On<B, C>>::enter(here))
    }

    /// Moves a tensor here, as a source of gradients.
    pub fn leaf<const D: usize>(&self, x: Untracked<Tensor<D>>) -> Leaf<Tensor<D>, On<B, C>> {
        Leaf::plant(x.into_inner().to_device(&self.device))
    }

    /// Moves integers, booleans or floats here; they carry no place.
    pub fn bring<const D: usize, K: Autodiff>(
        &self,
        x: Untracked<Tensor<D, K>>,
    ) -> Untracked<Tensor<D, K>> {
        Untracked::sealed(x.into_inner().to_device(&self.device))
    }

    /// Moves a model here, and puts it into training form.
    ///
    /// # Errors
    /// As [`Tracked::train`].
    pub fn train<M: Model>(&self, model: M) -> Result<Tracked<M, On<B, C>>, TrainError> {
        // Asked where it is, so that a parameter which cannot be trained is named and not moved.
        let model = Tracked::<M, On<B, C>>::train_here(model)?.valid();
        Tracked::train_here(model.to_device(&self.device).into_inner())
    }
}

impl<B, C> Clone for Place<B, C> {
    fn clone(&self) -> Self {
        Self {
            device: self.device.clone(),
            brand: PhantomData,
        }
    }
}

impl<B, C> fmt::Debug for Place<B, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Place").field(&self.device).finish()
    }
}
