#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tremaux_properties::shrunk_case_still_fails(data));
