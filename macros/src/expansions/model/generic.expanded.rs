#[derive(Module, Debug)]
pub struct Stack<L: Module, const N: usize = 2>
where
    L: Layer,
{
    layers: [L; N],
    norm: LayerNorm,
    width: usize,
}
#[doc(hidden)]
#[repr(transparent)]
#[allow(missing_debug_implementations, dead_code, reason = "written by `#[fusible]`")]
pub struct __FusibleStack<__State, L: Module, const N: usize = 2>
where
    L: Layer,
{
    pub(crate) __model: ::fireproof::__private::Veiled<Stack<L, N>>,
    __state: ::fireproof::__private::core::marker::PhantomData<fn() -> __State>,
}
const _: () = {
    #[automatically_derived]
    unsafe impl<L: Module, const N: usize> ::fireproof::__private::Viewed for Stack<L, N>
    where
        L: Layer,
    {
        type View<__State> = __FusibleStack<__State, L, N>;
        type Holder = ::fireproof::__private::Slot<Self>;
    }
};
const _: () = {
    #[automatically_derived]
    impl<L: Module, const N: usize> ::fireproof::__private::FusibleModule for Stack<L, N>
    where
        L: Layer,
        Stack<L, N>: ::fireproof::__private::Module,
        [L; N]: ::fireproof::__private::FusibleModule,
    {
        #[allow(unused_variables, reason = "written by `#[fusible]`")]
        fn quantize_fields<__Scheme: ::fireproof::__private::Runnable>(
            &self,
            __run: &mut ::fireproof::__private::Quantization,
        ) -> Self {
            match self {
                Self { layers: __field0, norm: __field1, width: __field2 } => {
                    Self {
                        layers: <[L; N] as ::fireproof::__private::FusibleModule>::quantize_field::<
                            __Scheme,
                        >(__field0, "layers", __run),
                        norm: <LayerNorm as ::fireproof::__private::FusibleModule>::quantize_field::<
                            __Scheme,
                        >(__field1, "norm", __run),
                        width: ::fireproof::__private::core::clone::Clone::clone(
                            __field2,
                        ),
                    }
                }
            }
        }
    }
};
