//! The methods of Burn's tensors of every kind, on the carriers.

use burn::tensor::kind::Basic;
use burn::tensor::{
    AsIndex, Bool, BroadcastArgs, DType, Device, Element, ElementConversion, ExecutionError,
    IndexingUpdateOp, Int, MovedimArgs, ReshapeArgs, Shape, Slice, SliceArg, Tensor,
    TensorCreationOptions, TensorData, TensorReadError,
};
use fireproof_macros::mirror;

mirror! {
    impl<const D: usize, K: Basic> Tensor<D, K> {
        fn rank(&self) -> usize;
        fn dtype(&self) -> DType;
        fn can_mut(&self) -> bool;
        /// Outside of every graph, on an autodiff device too.
        fn empty<S: Into<Shape>>(
            shape: S,
            options: impl Into<TensorCreationOptions>,
        ) -> Tensor<D, K>;
        /// A constant, whatever `self` is.
        #[constant]
        fn empty_like(&self) -> Tensor<D, K>;
        /// Outside of every graph, on an autodiff device too.
        fn zeros<S: Into<Shape>>(
            shape: S,
            options: impl Into<TensorCreationOptions>,
        ) -> Tensor<D, K>;
        /// A constant, whatever `self` is.
        #[constant]
        fn zeros_like(&self) -> Tensor<D, K>;
        /// Outside of every graph, on an autodiff device too.
        fn ones<S: Into<Shape>>(
            shape: S,
            options: impl Into<TensorCreationOptions>,
        ) -> Tensor<D, K>;
        /// A constant, whatever `self` is.
        #[constant]
        fn ones_like(&self) -> Tensor<D, K>;
        /// Outside of every graph, on an autodiff device too.
        fn full<S: Into<Shape>, E: ElementConversion>(
            shape: S,
            fill_value: E,
            options: impl Into<TensorCreationOptions>,
        ) -> Tensor<D, K>;
        /// A constant, whatever `self` is.
        #[constant]
        fn full_like<E: ElementConversion>(&self, fill_value: E) -> Tensor<D, K>;
        fn dims(&self) -> [usize; D];
        fn shape(&self) -> Shape;
        fn reshape<const D2: usize, S: ReshapeArgs<D2>>(self, shape: S) -> Tensor<D2, K>;
        fn transpose(self) -> Tensor<D, K>;
        fn t(self) -> Tensor<D, K>;
        fn swap_dims<Dim1, Dim2>(self, dim1: Dim1, dim2: Dim2) -> Tensor<D, K>
        where
            Dim1: AsIndex,
            Dim2: AsIndex;
        fn permute<Dim>(self, axes: [Dim; D]) -> Tensor<D, K>
        where
            Dim: AsIndex;
        fn movedim<S1: MovedimArgs, S2: MovedimArgs>(self, src: S1, dst: S2) -> Tensor<D, K>;
        fn flip<const N: usize>(self, axes: [impl AsIndex; N]) -> Tensor<D, K>;
        fn flatten<const D2: usize>(
            self,
            start_dim: impl AsIndex,
            end_dim: impl AsIndex,
        ) -> Tensor<D2, K>;
        fn squeeze<const D2: usize>(self) -> Tensor<D2, K>;
        fn squeeze_dim<const D2: usize>(self, dim: impl AsIndex) -> Tensor<D2, K>;
        fn squeeze_dims<const D2: usize>(self, dims: &[impl AsIndex]) -> Tensor<D2, K>;
        fn unsqueeze<const D2: usize>(self) -> Tensor<D2, K>;
        fn unsqueeze_dim<const D2: usize>(self, dim: impl AsIndex) -> Tensor<D2, K>;
        fn unsqueeze_dims<const D2: usize>(self, axes: &[impl AsIndex]) -> Tensor<D2, K>;
        fn roll_dim<Shift, Dim>(self, shift: Shift, dim: Dim) -> Tensor<D, K>
        where
            Shift: AsIndex,
            Dim: AsIndex;
        fn roll<Shift, Dim>(self, shifts: &[Shift], dims: &[Dim]) -> Tensor<D, K>
        where
            Shift: AsIndex,
            Dim: AsIndex;
        fn slice<S>(self, slices: S) -> Tensor<D, K>
        where
            S: SliceArg;
        fn slice_assign<S>(self, slices: S, values: Tensor<D, K>) -> Tensor<D, K>
        where
            S: SliceArg;
        fn slice_fill<S, E: Element>(self, slices: S, value: E) -> Tensor<D, K>
        where
            S: SliceArg;
        fn slice_dim<S>(self, dim: impl AsIndex, slice: S) -> Tensor<D, K>
        where
            S: Into<Slice>;
        fn select_dim<const D2: usize>(
            self,
            dim: impl AsIndex,
            index: impl AsIndex,
        ) -> Tensor<D2, K>;
        fn device(&self) -> Device;
        fn select(self, dim: impl AsIndex, indices: Tensor<1, Int>) -> Tensor<D, K>;
        fn select_assign(
            self,
            dim: impl AsIndex,
            indices: Tensor<1, Int>,
            values: Tensor<D, K>,
            update: IndexingUpdateOp,
        ) -> Tensor<D, K>;
        fn mask_where(self, mask: Tensor<D, Bool>, value: Tensor<D, K>) -> Tensor<D, K>;
        fn mask_fill<E: ElementConversion>(self, mask: Tensor<D, Bool>, value: E) -> Tensor<D, K>;
        fn mask_select(self, mask: Tensor<D, Bool>) -> Tensor<1, K>;
        async fn mask_select_async(self, mask: Tensor<D, Bool>) -> Tensor<1, K>;
        fn gather(self, dim: impl AsIndex, indices: Tensor<D, Int>) -> Tensor<D, K>;
        fn scatter(
            self,
            dim: impl AsIndex,
            indices: Tensor<D, Int>,
            values: Tensor<D, K>,
            update: IndexingUpdateOp,
        ) -> Tensor<D, K>;
        fn scatter_nd<const M: usize, const DV: usize>(
            self,
            indices: Tensor<M, Int>,
            values: Tensor<DV, K>,
            update: IndexingUpdateOp,
        ) -> Tensor<D, K>;
        fn gather_nd<const M: usize, const DV: usize>(
            self,
            indices: Tensor<M, Int>,
        ) -> Tensor<DV, K>;
        #[track_caller]
        fn into_data(self) -> TensorData;
        ///
        /// # Errors
        /// Whatever went wrong on the device since it was last read.
        fn try_into_data(self) -> Result<TensorData, ExecutionError>;
        #[track_caller]
        fn to_data(&self) -> TensorData;
        ///
        /// # Errors
        /// Whatever went wrong on the device since it was last read.
        fn try_to_data(&self) -> Result<TensorData, ExecutionError>;
        ///
        /// # Errors
        /// Whatever went wrong on the device since it was last read.
        fn into_data_async(self) -> impl Future<Output = Result<TensorData, ExecutionError>> + Send;
        ///
        /// # Errors
        /// Whatever went wrong on the device since it was last read.
        fn to_data_async(&self) -> impl Future<Output = Result<TensorData, ExecutionError>> + Send;
        #[track_caller]
        fn to_data_as<E: Element>(&self) -> TensorData;
        ///
        /// # Errors
        /// When the device failed earlier, or a value does not fit the type asked for.
        fn try_to_data_as<E: Element>(&self) -> Result<TensorData, TensorReadError>;
        ///
        /// # Errors
        /// When the device failed earlier, or a value does not fit the type asked for.
        fn try_to_vec_as<E: Element>(&self) -> Result<Vec<E>, TensorReadError>;
        #[track_caller]
        fn to_data_dtype(&self, dtype: DType) -> TensorData;
        ///
        /// # Errors
        /// When the device failed earlier, or a value does not fit the type asked for.
        fn try_to_data_dtype(&self, dtype: DType) -> Result<TensorData, TensorReadError>;
        #[track_caller]
        fn into_data_as<E: Element>(self) -> TensorData;
        ///
        /// # Errors
        /// When the device failed earlier, or a value does not fit the type asked for.
        fn try_into_data_as<E: Element>(self) -> Result<TensorData, TensorReadError>;
        ///
        /// # Errors
        /// When the device failed earlier, or a value does not fit the type asked for.
        fn try_into_vec_as<E: Element>(self) -> Result<Vec<E>, TensorReadError>;
        #[track_caller]
        fn into_data_dtype(self, dtype: DType) -> TensorData;
        ///
        /// # Errors
        /// When the device failed earlier, or a value does not fit the type asked for.
        fn try_into_data_dtype(self, dtype: DType) -> Result<TensorData, TensorReadError>;
        /// Outside of every graph, on an autodiff device too.
        fn from_data<T>(data: T, options: impl Into<TensorCreationOptions>) -> Tensor<D, K>
        where
            T: Into<TensorData>;
        fn repeat_dim(self, dim: impl AsIndex, times: usize) -> Tensor<D, K>;
        fn repeat(self, sizes: &[usize]) -> Tensor<D, K>;
        fn equal(self, other: Tensor<D, K>) -> Tensor<D, Bool>;
        fn not_equal(self, other: Tensor<D, K>) -> Tensor<D, Bool>;
        fn equal_scalar<E: Element>(self, other: E) -> Tensor<D, Bool>;
        fn not_equal_scalar<E: Element>(self, other: E) -> Tensor<D, Bool>;
        fn equal_elem<E: Element>(self, other: E) -> Tensor<D, Bool>;
        fn not_equal_elem<E: Element>(self, other: E) -> Tensor<D, Bool>;
        fn cat(tensors: Vec<Tensor<D, K>>, dim: impl AsIndex) -> Tensor<D, K>;
        fn stack<const D2: usize>(tensors: Vec<Tensor<D, K>>, dim: impl AsIndex) -> Tensor<D2, K>;
        fn narrow(self, dim: impl AsIndex, start: usize, length: usize) -> Tensor<D, K>;
        fn chunk(self, chunks: usize, dim: impl AsIndex) -> Vec<Tensor<D, K>>;
        fn split(self, split_size: usize, dim: impl AsIndex) -> Vec<Tensor<D, K>>;
        fn split_with_sizes(self, split_sizes: Vec<usize>, dim: impl AsIndex) -> Vec<Tensor<D, K>>;
        fn any(self) -> Tensor<1, Bool>;
        fn any_dim(self, dim: impl AsIndex) -> Tensor<D, Bool>;
        fn all(self) -> Tensor<1, Bool>;
        fn all_dim(self, dim: impl AsIndex) -> Tensor<D, Bool>;
        #[track_caller]
        fn into_scalar<E: Element>(self) -> E;
        ///
        /// # Errors
        /// When the tensor has not exactly one element, the device failed earlier, or the value
        /// does not fit `E`.
        fn try_into_scalar<E: Element>(self) -> Result<E, TensorReadError>;
        ///
        /// # Errors
        /// Whatever went wrong on the device since it was last read.
        ///
        /// # Panics
        /// When the tensor has not exactly one element, or the value does not fit `E`.
        async fn into_scalar_async<E: Element>(self) -> Result<E, ExecutionError>;
        ///
        /// # Errors
        /// When the tensor has not exactly one element, the device failed earlier, or the value
        /// does not fit `E`.
        async fn try_into_scalar_async<E: Element>(self) -> Result<E, TensorReadError>;
        fn expand<const D2: usize, S: BroadcastArgs<D, D2>>(self, shape: S) -> Tensor<D2, K>;
        fn unfold<const D2: usize, I: AsIndex>(
            self,
            dim: I,
            size: usize,
            step: usize,
        ) -> Tensor<D2, K>;
    }
}

mirror! {
    impl<const D: usize, K: Basic> Tensor<D, K> {
        fn take<const DI: usize, const DO: usize>(
            self,
            dim: impl AsIndex,
            indices: Tensor<DI, Int>,
        ) -> Tensor<DO, K>;
    }
}
