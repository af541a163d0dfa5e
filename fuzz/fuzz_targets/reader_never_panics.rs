#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tremaux_properties::reader_never_panics(data));
