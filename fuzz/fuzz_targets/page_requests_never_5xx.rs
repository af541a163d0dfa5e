#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tremaux_properties::page_requests_never_5xx(data));
