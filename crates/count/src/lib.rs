//! Exact counting of knight's tours by frontier dynamic programming.
