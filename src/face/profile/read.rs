//! Reads the tables of a profile of any version.
//!
//! References: ICC.1:2001-04 (version 2.2), `lut8Type` and `lut16Type`; those of version 4 are read in
//! [`version4`](super::version4).

use super::table::{Coding, Table, UNKNOWN, numbers, part, values};
use super::version4;

impl Table {
    /// Reads the table at an offset with this number of inputs and outputs.
    ///
    /// # Errors
    /// Why the table is not supported.
    pub(super) fn read(
        icc: &[u8],
        at: usize,
        inputs: usize,
        outputs: usize,
    ) -> Result<Self, &'static str> {
        let data = icc.get(at..).ok_or(UNKNOWN)?;
        let table = match data.get(..4) {
            Some(b"mft1") => Self::from_version_2(data, Coding::Eight).ok_or(UNKNOWN),
            Some(b"mft2") => Self::from_version_2(data, Coding::Sixteen).ok_or(UNKNOWN),
            Some(b"mAB " | b"mBA ") => version4::read(data),
            _ => Err(UNKNOWN),
        }?;
        let fits = table.before.len() == inputs && table.after.len() == outputs;
        if fits { Ok(table) } else { Err(UNKNOWN) }
    }

    fn from_version_2(data: &[u8], coding: Coding) -> Option<Self> {
        let [inputs, outputs, points] =
            [8, 9, 10].map(|place| data.get(place).copied().map(usize::from));
        let (inputs, outputs, points) = (inputs?, outputs?, points?);
        if !(1..=4).contains(&inputs) || !(1..=4).contains(&outputs) {
            return None;
        }
        let short = |at: usize| Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?));
        let (entries, exits, mut next) = match coding {
            Coding::Eight => (256, 256, 48),
            Coding::Sixteen => (usize::from(short(48)?), usize::from(short(50)?), 52),
        };
        if entries < 2 || exits < 2 {
            return None;
        }
        let mut numbers = |count: usize| -> Option<Vec<u16>> {
            let start = next;
            next += if coding == Coding::Eight { count } else { 2 * count };
            Some(numbers(data.get(start..next)?, coding == Coding::Sixteen))
        };
        let parts = |numbers: Vec<u16>| numbers.into_iter().map(part).collect::<Vec<f64>>();
        let before = (0..inputs).map(|_| numbers(entries).map(parts)).collect::<Option<_>>()?;
        let points = vec![points; inputs];
        let grid = numbers(values(&points, outputs)?)?;
        let after = (0..outputs).map(|_| numbers(exits).map(parts)).collect::<Option<_>>()?;
        Some(Self { coding, mixing: None, before, points, grid, after })
    }
}
