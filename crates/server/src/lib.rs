//! The workbench as a local web page, over any puzzle of the contract.
