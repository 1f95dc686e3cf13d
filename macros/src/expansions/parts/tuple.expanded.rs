/// The fields of a [`Pair`], each in its own carrier; `S` is the state of the floats.
#[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
struct PairFields<S>(
    /// In its carrier.
    pub aliased::__private::Left<Tensor<2>, S>,
    /// In its carrier.
    usize,
)
where
    S: aliased::__private::State;
#[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
#[automatically_derived]
impl<S> PairFields<S>
where
    S: aliased::__private::State,
{
    /// The struct of these fields, in its carrier.
    #[allow(
        dead_code,
        clippy::must_use_candidate,
        reason = "written by `#[derive(Tensors)]`"
    )]
    fn gather(self) -> <S as aliased::__private::State>::Of<Pair> {
        <S as aliased::__private::State>::hold(
            <Pair as aliased::__private::Tensors>::__from_fields::<S>(self),
        )
    }
}
#[automatically_derived]
impl<S> aliased::__private::core::fmt::Debug for PairFields<S>
where
    S: aliased::__private::State,
    aliased::__private::Left<Tensor<2>, S>: aliased::__private::core::fmt::Debug,
{
    fn fmt(
        &self,
        f: &mut aliased::__private::core::fmt::Formatter<'_>,
    ) -> aliased::__private::core::fmt::Result {
        f.debug_struct("PairFields").field("0", &self.0).field("1", &self.1).finish()
    }
}
#[automatically_derived]
impl<S> aliased::__private::core::clone::Clone for PairFields<S>
where
    S: aliased::__private::State,
    aliased::__private::Left<Tensor<2>, S>: aliased::__private::core::clone::Clone,
{
    fn clone(&self) -> Self {
        Self {
            0: aliased::__private::core::clone::Clone::clone(&self.0),
            1: aliased::__private::core::clone::Clone::clone(&self.1),
        }
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
struct __FusiblePair<__State> {
    __model: aliased::__private::Veiled<Pair>,
    __state: aliased::__private::core::marker::PhantomData<fn() -> __State>,
}
#[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
#[automatically_derived]
impl<__State> __FusiblePair<__State>
where
    __State: aliased::__private::State,
{}
const _: () = {
    #[automatically_derived]
    unsafe impl aliased::__private::Viewed for Pair {
        type View<__State> = __FusiblePair<__State>;
        type Holder = Self;
    }
    #[automatically_derived]
    impl aliased::__private::Tensors for Pair {
        type Fields<__State: aliased::__private::State> = PairFields<__State>;
        fn __settle<__State: aliased::__private::State>(self) -> Self {
            Self {
                0: aliased::__private::settled::<Tensor<2>, __State>(self.0),
                1: self.1,
            }
        }
        fn __into_fields<__State: aliased::__private::State>(
            self,
        ) -> Self::Fields<__State> {
            PairFields {
                0: aliased::__private::leave::<Tensor<2>, __State>(self.0),
                1: self.1,
            }
        }
        fn __from_fields<__State: aliased::__private::State>(
            __fields: Self::Fields<__State>,
        ) -> Self {
            Self {
                0: <Tensor<
                    2,
                > as aliased::__private::LeavesState<__State>>::open(__fields.0),
                1: __fields.1,
            }
        }
        fn __tracked_part(
            &self,
        ) -> aliased::__private::core::result::Result<(), aliased::__private::Unfit> {
            aliased::__private::Part::untracked(&self.0, "0")?;
            aliased::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl aliased::__private::Operand<Pair> for Pair {
        type State = aliased::__private::Raw;
        fn enter<__State: aliased::__private::State>(self) -> Self {
            self
        }
    }
    #[automatically_derived]
    impl aliased::__private::HoldsTensors for Pair {}
    #[automatically_derived]
    impl aliased::__private::core::convert::TryFrom<Pair>
    for aliased::__private::Untracked<Pair> {
        type Error = aliased::__private::NotUntrackedPart;
        fn try_from(
            parts: Pair,
        ) -> aliased::__private::core::result::Result<Self, Self::Error> {
            Self::gather(parts)
        }
    }
};
