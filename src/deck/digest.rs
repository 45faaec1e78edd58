//! Digests, and the edition code made from them.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, printed as `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    const PREFIX: &str = "sha256:";

    /// The digest of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest in the notation of `sha256sum`.
    pub fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The edition code: the first twenty bits in four characters, and a check character.
    pub fn edition(&self) -> Edition {
        let bits = u32::from_be_bytes([0, self.0[0], self.0[1], self.0[2]]) >> 4;
        Edition([15, 10, 5, 0].map(|shift| (bits >> shift & 31) as u8))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::PREFIX, self.hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        let parse = || {
            let hex = text.strip_prefix(Self::PREFIX)?;
            let lower_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            if hex.len() != 64 || !hex.bytes().all(lower_hex) {
                return None;
            }
            let mut bytes = [0; 32];
            for (byte, pair) in bytes.iter_mut().zip(0..) {
                *byte = u8::from_str_radix(&hex[pair * 2..pair * 2 + 2], 16).ok()?;
            }
            Some(Self(bytes))
        };
        parse().ok_or_else(|| DigestError { original: text.to_owned() })
    }
}

impl TryFrom<String> for Digest {
    type Error = DigestError;

    fn try_from(text: String) -> Result<Self, DigestError> {
        text.parse()
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

/// A text that is not a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestError {
    original: String,
}

impl Fault for DigestError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("deck.digest", format!("{} is not a digest", quoted(original)))
            .accepts("sha256: and 64 hexadecimal digits in lower case")
    }
}

fault!(DigestError);

/// The code printed on every card and sheet: four characters of Crockford's base 32 (no I, L, O, U),
/// a hyphen and a check character, such as `K7Q2-4`.
///
/// The check character is a weighted sum over the field of 32 elements with four different weights, so every
/// single wrong character and every exchange of two characters is detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edition([u8; 4]);

/// Why a text is not an edition code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditionError {
    /// Not four characters, a hyphen and one more of the alphabet.
    Form(String),
    /// The check character does not match, so a character was mistyped.
    Check(String),
}

impl Fault for EditionError {
    fn problem(&self) -> Problem {
        match self {
            Self::Form(code) => {
                Problem::coded("deck.edition", format!("{} is not an edition code", quoted(code)))
                    .accepts("the code on the card, such as K7Q2-4")
            }
            Self::Check(code) => Problem::coded(
                "deck.edition-check",
                format!(
                    "edition code {} is mistyped: its last character does not fit the others",
                    quoted(code)
                ),
            ),
        }
    }
}

fault!(EditionError);

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl Edition {
    fn check(self) -> u8 {
        let weights = [2, 4, 8, 16];
        self.0.iter().zip(weights).fold(0, |sum, (&digit, weight)| sum ^ product(digit, weight))
    }
}

/// The product of two elements of GF(32) with the polynomial x⁵ + x² + 1.
fn product(a: u8, b: u8) -> u8 {
    let mut sum = 0;
    let mut shifted = a;
    for bit in 0..5 {
        if b >> bit & 1 == 1 {
            sum ^= shifted;
        }
        shifted <<= 1;
        if shifted & 32 != 0 {
            shifted ^= 0b10_0101;
        }
    }
    sum
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |digit: u8| char::from(ALPHABET[usize::from(digit)]);
        let code: String = self.0.iter().map(|&digit| letter(digit)).collect();
        f.pad(&format!("{code}-{}", letter(self.check())))
    }
}

impl FromStr for Edition {
    type Err = EditionError;

    /// Reads a code in either case; `O` is read as 0, `I` and `L` as 1, as in Crockford's base 32.
    fn from_str(text: &str) -> Result<Self, EditionError> {
        let digit = |c: u8| {
            let c = match c.to_ascii_uppercase() {
                b'O' => b'0',
                b'I' | b'L' => b'1',
                c => c,
            };
            ALPHABET.iter().position(|&letter| letter == c).map(|digit| digit as u8)
        };
        let form = || EditionError::Form(text.to_owned());
        let &[a, b, c, d, b'-', check] = text.as_bytes() else { return Err(form()) };
        let mut digits = [0; 4];
        for (place, letter) in digits.iter_mut().zip([a, b, c, d]) {
            *place = digit(letter).ok_or_else(form)?;
        }
        let edition = Self(digits);
        if digit(check).ok_or_else(form)? == edition.check() {
            Ok(edition)
        } else {
            Err(EditionError::Check(text.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_editions() -> impl Iterator<Item = Edition> {
        (0..200_u8).map(|seed| Digest::from_bytes(&[seed]).edition())
    }

    #[test]
    fn the_digest_of_nothing_is_the_published_one() {
        assert_eq!(
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            Digest::from_bytes(b"").to_string(),
        );
    }

    #[test]
    fn digests_and_editions_read_back() {
        let digest = Digest::from_bytes(b"deck");
        assert_eq!(Ok(digest), digest.to_string().parse());
        for edition in sample_editions() {
            assert_eq!(Ok(edition), edition.to_string().parse());
            assert_eq!(Ok(edition), edition.to_string().to_lowercase().parse());
        }
    }

    #[test]
    fn every_single_wrong_character_is_noticed() {
        for edition in sample_editions() {
            let code = edition.to_string();
            for place in [0, 1, 2, 3, 5] {
                for &letter in ALPHABET {
                    let mut wrong = code.clone().into_bytes();
                    wrong[place] = letter;
                    let wrong = String::from_utf8(wrong).unwrap();
                    assert_eq!(
                        wrong == code,
                        wrong.parse::<Edition>().is_ok(),
                        "{code} as {wrong}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_exchange_of_two_characters_is_noticed() {
        for edition in sample_editions() {
            let code = edition.to_string();
            for (one, other) in [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3), (3, 5)] {
                let mut wrong = code.clone().into_bytes();
                wrong.swap(one, other);
                let wrong = String::from_utf8(wrong).unwrap();
                assert_eq!(wrong == code, wrong.parse::<Edition>().is_ok(), "{code} as {wrong}");
            }
        }
    }

    #[test]
    fn other_forms_are_refused() {
        for text in ["", "K7Q24", "K7Q2-", "K7Q2-44", "K7U2-4", "K7Q2 4", "é7Q2-4"] {
            assert!(matches!(text.parse::<Edition>(), Err(EditionError::Form(_))), "{text:?}");
        }
    }
}
