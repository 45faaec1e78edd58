//! The bar code number of a product: EAN-13 or UPC-A.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::{Fault, Problem, fault, quoted};

/// An EAN-13 of 13 digits or a UPC-A of 12, the last of which is the check digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barcode(String);

/// Why a text is not the number of a bar code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BarcodeError {
    /// Not 12 or 13 digits.
    Digits(String),
    /// A wrong check digit; the number has the right one.
    CheckDigit(String, Barcode),
}

impl Fault for BarcodeError {
    fn problem(&self) -> Problem {
        match self {
            Self::Digits(text) => {
                let message = format!("{} is not the number of a bar code", quoted(text));
                Problem::coded("barcode.digits", message)
                    .accepts("the 13 digits of an EAN-13 or the 12 of a UPC-A")
            }
            Self::CheckDigit(text, right) => {
                let digit = &right.0[right.0.len() - 1..];
                let message = format!(
                    "the check digit of the {} {} is wrong; expected {digit}",
                    right.kind(),
                    quoted(text)
                );
                Problem::coded("barcode.check-digit", message).accepts(format!("\"{right}\""))
            }
        }
    }
}

fault!(BarcodeError);

impl Barcode {
    /// Its digits, check digit included.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// Whether it is a UPC-A, whose bars are those of the EAN-13 with a 0 before it.
    pub fn is_upc(&self) -> bool {
        self.0.len() == 12
    }

    fn kind(&self) -> &'static str {
        if self.is_upc() { "UPC-A" } else { "EAN-13" }
    }
}

impl fmt::Display for Barcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Barcode {
    type Err = BarcodeError;

    /// Reads the digits; spaces and hyphens between them are ignored.
    fn from_str(text: &str) -> Result<Self, BarcodeError> {
        let digits: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || !matches!(digits.len(), 12 | 13) {
            return Err(BarcodeError::Digits(text.to_owned()));
        }
        let body = &digits[..digits.len() - 1];
        let right = Self(format!("{body}{}", check_digit(body)));
        match right.0 == digits {
            true => Ok(right),
            false => Err(BarcodeError::CheckDigit(text.to_owned(), right)),
        }
    }
}

/// The check digit after these digits: weights 3 and 1 in turn, beginning at the last (GS1 General Specifications, 7.9).
fn check_digit(digits: &str) -> u8 {
    let weighted = digits.bytes().rev().zip([3, 1].into_iter().cycle());
    let sum: u32 = weighted.map(|(byte, weight)| u32::from(byte - b'0') * weight).sum();
    ((10 - sum % 10) % 10) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_spaces_and_hyphens() {
        for (text, digits) in [
            ("4006381333931", "4006381333931"),
            ("978-3-16-148410-0", "9783161484100"),
            ("0 36000 29145 2", "036000291452"),
        ] {
            let barcode: Barcode = text.parse().unwrap();
            assert_eq!((digits, digits.len() == 12), (barcode.digits(), barcode.is_upc()));
        }
    }

    #[test]
    fn a_wrong_check_digit_names_the_right_one() {
        let error = |text: &str| Problem::from(text.parse::<Barcode>().unwrap_err());
        let ean = error("4006381333932");
        assert_eq!(
            "the check digit of the EAN-13 \"4006381333932\" is wrong; expected 1",
            ean.message()
        );
        assert_eq!(Some("\"4006381333931\""), ean.accepted());
        assert_eq!(Some("\"036000291452\""), error("036000291453").accepted());
        for text in ["", "12345", "40063813339311", "400638133393x", "４００６３８１３３３９３１"]
        {
            assert_eq!("barcode.digits", error(text).code(), "{text}");
        }
    }
}
