//! Check, validate, generate, stress and shrink, over any puzzle of the contract.
