#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tremaux_properties::read_write_round_trips(data));
