//! Amounts of memory, for people.

use std::fmt;
use std::str::FromStr;

const UNITS: [&str; 7] = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];

/// A number of bytes that is printed, and read, with a decimal unit.
///
/// ```
/// use tremaux_count::Bytes;
/// assert_eq!(Bytes(3_050_000_000).to_string(), "3.05 GB");
/// assert_eq!("1.5 GB".parse(), Ok(Bytes(1_500_000_000)));
/// assert_eq!("500mb".parse(), Ok(Bytes(500_000_000)));
/// assert!("much".parse::<Bytes>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1000 {
            return write!(f, "{} B", self.0);
        }
        let (mut value, mut unit) = (self.0 as f64, 0);
        // 999.995 would be printed as 1000.00.
        while value >= 999.995 {
            value /= 1000.0;
            unit += 1;
        }
        write!(f, "{value:.2} {}", UNITS[unit])
    }
}

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Bytes, String> {
        let fault = || format!("expected an amount of memory, as in 8GB or 500MB, found {text:?}");
        let letters = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = (text[..letters].trim(), text[letters..].trim());
        let power = match unit {
            "" => 0,
            unit => UNITS.iter().position(|name| name.eq_ignore_ascii_case(unit)).ok_or_else(fault)?,
        };
        let plain = number.starts_with(|c: char| c.is_ascii_digit());
        let value = number.parse::<f64>().ok().filter(|_| plain).ok_or_else(fault)?;
        Ok(Bytes((value * 1000f64.powi(power as i32)) as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_amounts_read_as_themselves() {
        for (bytes, text) in
            [(0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (999_999, "1.00 MB"), (u64::MAX, "18.45 EB")]
        {
            assert_eq!(Bytes(bytes).to_string(), text);
            assert_eq!(text.parse::<Bytes>().unwrap().to_string(), text);
        }
        for text in ["", "GB", "-1GB", "1 XB", "1,5 GB", "nan", "inf MB", "1GBs"] {
            assert!(text.parse::<Bytes>().is_err(), "{text:?}");
        }
    }
}
