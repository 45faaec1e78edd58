//! Serialization of report values between processes, without loss.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer};

/// A text constant of the program, such as the name of a rule.
pub(super) type StaticText = &'static str;

/// Reads a text constant. Each is leaked once for the rest of the run: there are only a few hundred names and
/// requirements of rules.
pub(super) fn interned<'de, D: Deserializer<'de>>(reader: D) -> Result<StaticText, D::Error> {
    static TEXTS: Mutex<BTreeSet<StaticText>> = Mutex::new(BTreeSet::new());
    let text = String::deserialize(reader)?;
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text.as_str()) {
        return Ok(known);
    }
    let text: StaticText = String::leak(text);
    texts.insert(text);
    Ok(text)
}

/// Floats as their bits: exact, including infinities, which JSON does not support.
pub(super) mod bits {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(in crate::preflight) fn serialize<const N: usize, S: Serializer>(
        numbers: &[f64; N],
        writer: S,
    ) -> Result<S::Ok, S::Error> {
        writer.collect_seq(numbers.iter().map(|number| number.to_bits()))
    }

    pub(in crate::preflight) fn deserialize<'de, const N: usize, D: Deserializer<'de>>(
        reader: D,
    ) -> Result<[f64; N], D::Error> {
        let bits = Vec::<u64>::deserialize(reader)?;
        let numbers: Vec<f64> = bits.into_iter().map(f64::from_bits).collect();
        numbers.try_into().map_err(|_| D::Error::custom(format!("expected {N} numbers")))
    }
}
