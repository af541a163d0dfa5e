#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tremaux_properties::png_and_maz_import_never_panic(data));
