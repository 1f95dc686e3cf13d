#[derive(Debug, Clone)]
pub(crate) struct Pair(Linear, Linear);
#[doc(hidden)]
#[repr(transparent)]
#[allow(missing_debug_implementations, dead_code, reason = "written by `#[fusible]`")]
pub(crate) struct __FusiblePair<__State> {
    pub(crate) __model: ::fireproof::__private::Veiled<Pair>,
    __state: ::fireproof::__private::core::marker::PhantomData<fn() -> __State>,
}
const _: () = {
    #[automatically_derived]
    unsafe impl ::fireproof::__private::Viewed for Pair {
        type View<__State> = __FusiblePair<__State>;
        type Holder = ::fireproof::__private::Slot<Self>;
    }
};
const _: () = {
    #[automatically_derived]
    impl ::fireproof::__private::FusibleModule for Pair {
        #[allow(unused_variables, reason = "written by `#[fusible]`")]
        fn quantize_fields<__Scheme: ::fireproof::__private::Runnable>(
            &self,
            __run: &mut ::fireproof::__private::Quantization,
        ) -> Self {
            match self {
                Self(__field0, __field1) => {
                    Self(
                        <Linear as ::fireproof::__private::FusibleModule>::quantize_field::<
                            __Scheme,
                        >(__field0, "0", __run),
                        ::fireproof::__private::core::clone::Clone::clone(__field1),
                    )
                }
            }
        }
    }
};
