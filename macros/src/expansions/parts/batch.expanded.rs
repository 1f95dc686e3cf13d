/// The fields of a [`Batch`], each in its own carrier; `S` is the state of the floats.
#[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
pub struct BatchFields<S, const D: usize>
where
    Inner: ::fireproof::__private::Tensors,
    S: ::fireproof::__private::State,
{
    /// `images` in its carrier.
    pub images: ::fireproof::__private::Left<Tensor<D>, S>,
    /// `labels` in its carrier.
    labels: ::fireproof::__private::Left<Option<Tensor<1, Int>>, S>,
    /// `type` in its carrier.
    pub(crate) r#type: ::fireproof::__private::Left<Inner, S>,
    /// `into_fields` in its carrier.
    into_fields: ::fireproof::__private::Left<Vec<Tensor<2>>, S>,
    /// `source` in its carrier.
    source: Source,
}
#[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
#[automatically_derived]
impl<S, const D: usize> BatchFields<S, D>
where
    Inner: ::fireproof::__private::Tensors,
    S: ::fireproof::__private::State,
{
    /// The struct of these fields, in its carrier.
    #[allow(
        dead_code,
        clippy::must_use_candidate,
        reason = "written by `#[derive(Tensors)]`"
    )]
    pub fn gather(self) -> <S as ::fireproof::__private::State>::Of<Batch<D>> {
        <S as ::fireproof::__private::State>::hold(
            <Batch<D> as ::fireproof::__private::Tensors>::__from_fields::<S>(self),
        )
    }
}
#[automatically_derived]
impl<S, const D: usize> ::fireproof::__private::core::fmt::Debug for BatchFields<S, D>
where
    Inner: ::fireproof::__private::Tensors,
    S: ::fireproof::__private::State,
    ::fireproof::__private::Left<Tensor<D>, S>: ::fireproof::__private::core::fmt::Debug,
    ::fireproof::__private::Left<
        Option<Tensor<1, Int>>,
        S,
    >: ::fireproof::__private::core::fmt::Debug,
    ::fireproof::__private::Left<Inner, S>: ::fireproof::__private::core::fmt::Debug,
    ::fireproof::__private::Left<
        Vec<Tensor<2>>,
        S,
    >: ::fireproof::__private::core::fmt::Debug,
{
    fn fmt(
        &self,
        f: &mut ::fireproof::__private::core::fmt::Formatter<'_>,
    ) -> ::fireproof::__private::core::fmt::Result {
        f.debug_struct("BatchFields")
            .field("images", &self.images)
            .field("labels", &self.labels)
            .field("type", &self.r#type)
            .field("into_fields", &self.into_fields)
            .finish_non_exhaustive()
    }
}
#[doc(hidden)]
#[repr(transparent)]
#[allow(
    missing_debug_implementations,
    dead_code,
    private_bounds,
    reason = "written by `#[derive(Tensors)]`"
)]
pub struct __FusibleBatch<__State, const D: usize>
where
    Inner: ::fireproof::__private::Tensors,
{
    __model: ::fireproof::__private::Veiled<Batch<D>>,
    __state: ::fireproof::__private::core::marker::PhantomData<fn() -> __State>,
}
#[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
#[automatically_derived]
impl<__State, const D: usize> __FusibleBatch<__State, D>
where
    Inner: ::fireproof::__private::Tensors,
    __State: ::fireproof::__private::State,
{
    /// `images` in its carrier: a handle on the same tensor.
    #[allow(
        dead_code,
        clippy::must_use_candidate,
        reason = "written by `#[derive(Tensors)]`"
    )]
    pub fn images(&self) -> ::fireproof::__private::Left<Tensor<D>, __State> {
        ::fireproof::__private::leave::<
            Tensor<D>,
            __State,
        >(
            ::fireproof::__private::core::clone::Clone::clone(
                &self.__model.unveil().images,
            ),
        )
    }
    /// `labels` in its carrier: a handle on the same tensor.
    #[allow(
        dead_code,
        clippy::must_use_candidate,
        reason = "written by `#[derive(Tensors)]`"
    )]
    fn labels(&self) -> ::fireproof::__private::Left<Option<Tensor<1, Int>>, __State> {
        ::fireproof::__private::leave::<
            Option<Tensor<1, Int>>,
            __State,
        >(
            ::fireproof::__private::core::clone::Clone::clone(
                &self.__model.unveil().labels,
            ),
        )
    }
    /// `type` in its carrier: a handle on the same tensor.
    #[allow(
        dead_code,
        clippy::must_use_candidate,
        reason = "written by `#[derive(Tensors)]`"
    )]
    pub(crate) fn r#type(&self) -> ::fireproof::__private::Left<Inner, __State> {
        ::fireproof::__private::leave::<
            Inner,
            __State,
        >(
            ::fireproof::__private::core::clone::Clone::clone(
                &self.__model.unveil().r#type,
            ),
        )
    }
    /// `source` in its carrier: a handle on the same tensor.
    #[allow(
        dead_code,
        clippy::must_use_candidate,
        reason = "written by `#[derive(Tensors)]`"
    )]
    fn source(&self) -> &Source {
        &self.__model.unveil().source
    }
}
const _: () = {
    #[allow(unused_imports, reason = "written by `#[fusible]`")]
    use ::fireproof::__private::{HoldsNoTensor as _, left_alone as __left_alone};
    __left_alone(<::fireproof::__private::Probe<Source>>::HOLDS_TENSORS)
};
const _: () = {
    #[automatically_derived]
    unsafe impl<const D: usize> ::fireproof::__private::Viewed for Batch<D>
    where
        Inner: ::fireproof::__private::Tensors,
    {
        type View<__State> = __FusibleBatch<__State, D>;
        type Holder = Self;
    }
    #[automatically_derived]
    impl<const D: usize> ::fireproof::__private::Tensors for Batch<D>
    where
        Inner: ::fireproof::__private::Tensors,
    {
        type Fields<__State: ::fireproof::__private::State> = BatchFields<__State, D>;
        fn __settle<__State: ::fireproof::__private::State>(self) -> Self {
            Self {
                images: ::fireproof::__private::settled::<
                    Tensor<D>,
                    __State,
                >(self.images),
                labels: ::fireproof::__private::settled::<
                    Option<Tensor<1, Int>>,
                    __State,
                >(self.labels),
                r#type: ::fireproof::__private::settled::<Inner, __State>(self.r#type),
                into_fields: ::fireproof::__private::settled::<
                    Vec<Tensor<2>>,
                    __State,
                >(self.into_fields),
                source: self.source,
            }
        }
        fn __into_fields<__State: ::fireproof::__private::State>(
            self,
        ) -> Self::Fields<__State> {
            BatchFields {
                images: ::fireproof::__private::leave::<Tensor<D>, __State>(self.images),
                labels: ::fireproof::__private::leave::<
                    Option<Tensor<1, Int>>,
                    __State,
                >(self.labels),
                r#type: ::fireproof::__private::leave::<Inner, __State>(self.r#type),
                into_fields: ::fireproof::__private::leave::<
                    Vec<Tensor<2>>,
                    __State,
                >(self.into_fields),
                source: self.source,
            }
        }
        fn __from_fields<__State: ::fireproof::__private::State>(
            __fields: Self::Fields<__State>,
        ) -> Self {
            Self {
                images: <Tensor<
                    D,
                > as ::fireproof::__private::LeavesState<
                    __State,
                >>::open(__fields.images),
                labels: <Option<
                    Tensor<1, Int>,
                > as ::fireproof::__private::LeavesState<
                    __State,
                >>::open(__fields.labels),
                r#type: <Inner as ::fireproof::__private::LeavesState<
                    __State,
                >>::open(__fields.r#type),
                into_fields: <Vec<
                    Tensor<2>,
                > as ::fireproof::__private::LeavesState<
                    __State,
                >>::open(__fields.into_fields),
                source: __fields.source,
            }
        }
        fn __tracked_part(
            &self,
        ) -> ::fireproof::__private::core::result::Result<
            (),
            ::fireproof::__private::Unfit,
        > {
            ::fireproof::__private::Part::untracked(&self.images, "images")?;
            ::fireproof::__private::Part::untracked(&self.labels, "labels")?;
            ::fireproof::__private::Part::untracked(&self.r#type, "type")?;
            ::fireproof::__private::Part::untracked(&self.into_fields, "into_fields")?;
            ::fireproof::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<const D: usize> ::fireproof::__private::Operand<Batch<D>> for Batch<D>
    where
        Inner: ::fireproof::__private::Tensors,
    {
        type State = ::fireproof::__private::Raw;
        fn enter<__State: ::fireproof::__private::State>(self) -> Self {
            self
        }
    }
    #[automatically_derived]
    impl<const D: usize> ::fireproof::__private::HoldsTensors for Batch<D>
    where
        Inner: ::fireproof::__private::Tensors,
    {}
    #[automatically_derived]
    impl<const D: usize> ::fireproof::__private::core::convert::TryFrom<Batch<D>>
    for ::fireproof::__private::Untracked<Batch<D>>
    where
        Inner: ::fireproof::__private::Tensors,
    {
        type Error = ::fireproof::__private::NotUntrackedPart;
        fn try_from(
            parts: Batch<D>,
        ) -> ::fireproof::__private::core::result::Result<Self, Self::Error> {
            Self::gather(parts)
        }
    }
};
