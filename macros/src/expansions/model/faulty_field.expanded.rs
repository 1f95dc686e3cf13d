#[derive(Module, Debug)]
struct Net {
    hidden: Linear,
    output: Linear,
}
#[doc(hidden)]
#[repr(transparent)]
#[allow(missing_debug_implementations, dead_code, reason = "written by `#[fusible]`")]
struct __FusibleNet<__State> {
    pub(crate) __model: aliased::__private::Veiled<Net>,
    __state: aliased::__private::core::marker::PhantomData<fn() -> __State>,
}
const _: () = {
    #[automatically_derived]
    unsafe impl aliased::__private::Viewed for Net {
        type View<__State> = __FusibleNet<__State>;
        type Holder = aliased::__private::Slot<Self>;
    }
};
const _: () = {
    #[automatically_derived]
    impl aliased::__private::FusibleModule for Net {
        #[allow(unused_variables, reason = "written by `#[fusible]`")]
        fn quantize_fields<__Scheme: aliased::__private::Runnable>(
            &self,
            __run: &mut aliased::__private::Quantization,
        ) -> Self {
            aliased::__private::core::unreachable!()
        }
    }
};
::core::compile_error! {
    "unknown argument `skp`: did you mean `skip`?"
}
