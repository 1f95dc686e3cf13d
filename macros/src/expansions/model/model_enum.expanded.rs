#[cfg(feature = "heads")]
#[derive(Module, Debug)]
enum Head {
    Wide(Linear),
    Deep(Mlp),
}
#[cfg(feature = "heads")]
#[doc(hidden)]
#[repr(transparent)]
#[allow(missing_debug_implementations, dead_code, reason = "written by `#[fusible]`")]
struct __FusibleHead<__State> {
    pub(crate) __model: ::fireproof::__private::Veiled<Head>,
    __state: ::fireproof::__private::core::marker::PhantomData<fn() -> __State>,
}
#[cfg(feature = "heads")]
const _: () = {
    #[automatically_derived]
    unsafe impl ::fireproof::__private::Viewed for Head {
        type View<__State> = __FusibleHead<__State>;
        type Holder = ::fireproof::__private::Slot<Self>;
    }
};
#[cfg(feature = "heads")]
const _: () = {
    #[automatically_derived]
    impl ::fireproof::__private::FusibleModule for Head {
        #[allow(unused_variables, reason = "written by `#[fusible]`")]
        fn quantize_fields<__Scheme: ::fireproof::__private::Runnable>(
            &self,
            __run: &mut ::fireproof::__private::Quantization,
        ) -> Self {
            match self {
                Self::Wide(__field0) => {
                    Self::Wide(
                        <Linear as ::fireproof::__private::FusibleModule>::quantize_field::<
                            __Scheme,
                        >(__field0, "Wide", __run),
                    )
                }
                Self::Deep(__field0) => {
                    Self::Deep(
                        ::fireproof::__private::core::clone::Clone::clone(__field0),
                    )
                }
            }
        }
    }
};
