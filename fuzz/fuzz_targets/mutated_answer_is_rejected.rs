#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tremaux_properties::mutated_answer_is_rejected(data));
