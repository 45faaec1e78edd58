//! How large what a stranger's file asks for may be: beyond that it is refused, with the limit, before
//! the work is done. Each stands as a row in `docs/limits.md`.

use std::fmt;

/// The largest file that is read, in bytes.
pub const LARGEST_FILE: usize = FILE_BYTES.most;

/// The largest file of any kind. A deck of 110 pages in pictures of 300 dpi has about 100 MB.
pub(super) const FILE_BYTES: Limit = Limit { what: "bytes in the file", most: 256_000_000 };

/// Something of which a file may have so many and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    /// What is counted, as in "more than 10,000 pages".
    pub what: &'static str,
    pub most: usize,
}

impl Limit {
    /// Whether a count keeps to the limit.
    ///
    /// # Errors
    /// If it does not.
    pub(super) fn hold(&self, count: usize) -> Result<(), Past> {
        if count <= self.most { Ok(()) } else { Err(self.past()) }
    }

    /// What is said of a file that goes past it.
    pub(super) fn past(&self) -> Past {
        Past(*self)
    }
}

/// A limit that a file goes past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Past(Limit);

impl fmt::Display for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limit { what, most } = self.0;
        write!(f, "more than {} {what}, the most that is read", grouped(most))
    }
}

/// A count with its thousands set off.
pub(super) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_a_limit_it_is_told_which_and_how_large() {
        let pages = Limit { what: "pages", most: 12_345 };
        assert_eq!(Ok(()), pages.hold(12_345));
        let past = pages.hold(12_346).unwrap_err().to_string();
        assert_eq!("more than 12,345 pages, the most that is read", past);
        let told = [7, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(["7", "999", "1,000", "1,234,567"].map(str::to_owned), told);
    }
}
