//! Relative file names that stay inside their folder, are valid on every system and need no quoting in a shell.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The path of a file below its folder: plain components, joined by forward slashes.
///
/// It cannot leave the folder, has no characters that are special to a terminal, a shell or a list of files,
/// and names the same file on Unix and on Windows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct RelativeName(String);

/// Why a text is not a [`RelativeName`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} cannot be a file's name: it {reason}")]
pub struct NameError {
    name: String,
    reason: &'static str,
}

impl NameError {
    /// The fault as a verb phrase: `leads out of its folder`.
    pub fn reason(&self) -> &'static str {
        self.reason
    }
}

impl RelativeName {
    /// The characters allowed in a component, for messages.
    pub const ACCEPTED: &str = "letters, digits, spaces and . _ - + , = @ % ~, not beginning with - ~ = or a space and \
         not ending in a space or dot";

    /// Parses a name such as `cards/svg/card-03.svg`.
    ///
    /// # Errors
    /// [`NameError`] if it is absolute, has an empty, `.` or `..` component, has control or bidirectional
    /// characters, has characters outside [`ACCEPTED`](Self::ACCEPTED), or is reserved on Windows.
    ///
    /// ```
    /// use actiondeck::publish::RelativeName;
    /// assert!(RelativeName::new("cards/png/back.png").is_ok());
    /// assert!(RelativeName::new("../notes.txt").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Self, NameError> {
        let fault = |reason| NameError { name: text.to_owned(), reason };
        if text.len() > LONGEST_PATH {
            return Err(fault("is longer than 1,024 bytes"));
        }
        for piece in text.split('/') {
            fault_of(piece).map_or(Ok(()), |reason| Err(fault(reason)))?;
        }
        Ok(Self(text.to_owned()))
    }

    /// Parses a name of one component, such as a sheet's.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if it has a slash.
    pub fn single(text: &str) -> Result<Self, NameError> {
        if text.contains('/') {
            return Err(NameError { name: text.to_owned(), reason: "holds a slash" });
        }
        Self::new(text)
    }

    /// The name as written in lists.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path of the file below `folder`.
    pub fn below(&self, folder: &Path) -> PathBuf {
        let mut path = folder.to_owned();
        path.extend(self.0.split('/'));
        path
    }

    /// The folders of the path, outermost first: `cards`, then `cards/svg`.
    pub fn folders(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.match_indices('/').map(|(at, _)| &self.0[..at])
    }
}

impl TryFrom<String> for RelativeName {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        Self::new(&text)
    }
}

impl fmt::Display for RelativeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The longest name in bytes, well below the limits of operating systems.
const LONGEST_PATH: usize = 1024;

/// The longest component in bytes on common file systems.
const LONGEST_PIECE: usize = 255;

fn fault_of(piece: &str) -> Option<&'static str> {
    if piece.is_empty() {
        return Some("is empty, absolute or has an empty component");
    }
    if piece == "." || piece == ".." {
        return Some("leads out of its folder");
    }
    if piece.len() > LONGEST_PIECE {
        return Some("has a component of more than 255 bytes");
    }
    if piece.chars().any(is_unseen) {
        return Some("holds a control or direction character");
    }
    let is_plain = |c: char| match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || " ._-+,=@%~".contains(c),
        false => !c.is_whitespace(),
    };
    if !piece.chars().all(is_plain) {
        return Some("holds a character that a shell or a file system takes for something else");
    }
    if piece.starts_with(['-', '~', '=']) {
        return Some("begins with -, ~ or =, which programs and shells take for something else");
    }
    if piece.ends_with(['.', ' ']) || piece.starts_with(' ') {
        return Some("begins with a space or ends in a space or dot");
    }
    let stem = piece.split('.').next().unwrap_or(piece).trim_end().to_ascii_lowercase();
    let numbered = |device: &str| {
        let number = stem.strip_prefix(device);
        number.is_some_and(|number| {
            matches!(number, "¹" | "²" | "³") || matches!(number.as_bytes(), [b'0'..=b'9'])
        })
    };
    if ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || numbered("com") || numbered("lpt") {
        return Some("is the name of a device on Windows");
    }
    if piece.eq_ignore_ascii_case(super::STATE) {
        return Some("is kept for the record of what was written");
    }
    None
}

/// Whether a character is invisible, ends a line or changes the direction of the text around it.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_plain_components_are_joined_below_the_folder() {
        for text in [
            "deck.json",
            "cards/svg/card-03.svg",
            ".gitignore",
            "Ä b.toml",
            "nulls/con1",
            "a-b~1+2,3=4@5%6_7.pdf",
        ] {
            assert_eq!(text, RelativeName::new(text).unwrap().as_str());
        }
        let name = RelativeName::new("a/b/c.txt").unwrap();
        assert_eq!(["a", "a/b"], name.folders().collect::<Vec<_>>()[..]);
        assert_eq!(
            Path::new("out").join("a").join("b").join("c.txt"),
            name.below(Path::new("out"))
        );
    }

    #[test]
    fn names_that_leave_the_folder_or_are_ambiguous_are_refused() {
        let long = "x".repeat(256);
        for text in [
            "",
            "/etc/passwd",
            "..",
            "../x",
            "a/../b",
            "a//b",
            "a/",
            "./a",
            "C:/x",
            "a\\b",
            "a\nb",
            "a\u{1b}[0m",
            "a\u{202e}b",
            "nul",
            "NUL.txt",
            "com1.svg",
            "a.",
            "a ",
            " a",
            "a?b",
            "-rf.pdf",
            "a/-rf.pdf",
            "--help",
            "~/x.pdf",
            "~root",
            "=ls",
            "$(id).pdf",
            "`id`.pdf",
            "$HOME",
            "a;b",
            "a&b",
            "a|b",
            "a>b",
            "a<b",
            "a(b)",
            "{a,b}",
            "[ab]",
            "a!b",
            "#a",
            "a'b",
            "a\"b",
            "a^b",
            "a\tb",
            "a\u{a0}b",
            "a\u{3000}b",
            "a\u{200b}b",
            "a\u{7f}b",
            "COM¹.txt",
            "aux.pdf",
            ".actiondeck/journal",
            ".ActionDeck/x",
            &long,
        ] {
            assert!(RelativeName::new(text).is_err(), "{text:?}");
        }
        assert!(RelativeName::single("a/b").is_err());
    }
}
