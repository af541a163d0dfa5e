#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tremaux_properties::every_solution_verifies(data));
