/// Two layers, of which the second stays float.
#[derive(Module, Debug)]
pub struct Net {
    hidden: Linear,
    pub output: Linear,
    /// A raw identifier is visited by its plain name.
    r#type: Vec<Linear>,
}
#[doc(hidden)]
#[repr(transparent)]
#[allow(missing_debug_implementations, dead_code, reason = "written by `#[fusible]`")]
pub struct __FusibleNet<__State> {
    pub(crate) __model: ::fireproof::__private::Veiled<Net>,
    __state: ::fireproof::__private::core::marker::PhantomData<fn() -> __State>,
}
const _: () = {
    #[automatically_derived]
    unsafe impl ::fireproof::__private::Viewed for Net {
        type View<__State> = __FusibleNet<__State>;
        type Holder = ::fireproof::__private::Slot<Self>;
    }
};
const _: () = {
    #[automatically_derived]
    impl ::fireproof::__private::FusibleModule for Net {
        #[allow(unused_variables, reason = "written by `#[fusible]`")]
        fn quantize_fields<__Scheme: ::fireproof::__private::Runnable>(
            &self,
            __run: &mut ::fireproof::__private::Quantization,
        ) -> Self {
            match self {
                Self { hidden: __field0, output: __field1, r#type: __field2 } => {
                    Self {
                        hidden: <Linear as ::fireproof::__private::FusibleModule>::quantize_field::<
                            __Scheme,
                        >(__field0, "hidden", __run),
                        output: ::fireproof::__private::core::clone::Clone::clone(
                            __field1,
                        ),
                        r#type: <Vec<
                            Linear,
                        > as ::fireproof::__private::FusibleModule>::quantize_field::<
                            __Scheme,
                        >(__field2, "type", __run),
                    }
                }
            }
        }
    }
};
const _: () = {
    #[automatically_derived]
    impl ::fireproof::__private::PinnedScheme for Net {
        type Scheme = Q4<Block<32>, F16>;
    }
};
