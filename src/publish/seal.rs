//! Seals: a last line with the command that wrote a text and the digest of the text above it.
//!
//! A sealed text can be recognised, wherever it was moved, as written by a command and unchanged since. Only
//! formats with comments can have a seal.

use crate::deck::Digest;

/// How a format writes a one-line comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comment {
    /// HTML and SVG.
    Markup,
    /// Manual pages.
    Roff,
    /// Shell scripts.
    Hash,
}

impl Comment {
    fn marks(self) -> (&'static str, &'static str) {
        match self {
            Self::Markup => ("<!-- ", " -->\n"),
            Self::Roff => (".\\\" ", "\n"),
            Self::Hash => ("# ", "\n"),
        }
    }

    fn line(self, command: &str, above: &[u8]) -> String {
        let (start, end) = self.marks();
        let digest = Digest::from_bytes(above).hex();
        format!("{start}{WRITTEN_BY}{command}{DIGEST}{digest}{end}")
    }
}

/// The texts before the command and before the digest.
const WRITTEN_BY: &str = "Written by actiondeck ";
const DIGEST: &str = "; sha256 of all above: ";

/// Appends a seal as the last line of a text.
pub fn seal(mut text: Vec<u8>, comment: Comment, command: &str) -> Vec<u8> {
    if text.last().is_some_and(|byte| *byte != b'\n') {
        text.push(b'\n');
    }
    let line = comment.line(command, &text);
    text.extend(line.bytes());
    text
}

/// The last seal of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The command that wrote the text.
    pub command: String,
    /// Whether the text is unchanged.
    pub is_unchanged: bool,
}

/// Reads the last seal of a text; `None` if it is not sealed.
pub fn read_seal(text: &[u8], comment: Comment) -> Option<Seal> {
    let (mark, _) = comment.marks();
    let start = format!("{mark}{WRITTEN_BY}");
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let mut end = text.len();
    for line in lines.rev() {
        end -= line.len();
        let Some(rest) = line.strip_prefix(start.as_bytes()) else { continue };
        let rest = String::from_utf8_lossy(rest);
        let Some((command, _)) = rest.split_once(DIGEST) else { continue };
        let sealed = comment.line(command, &text[..end]);
        let is_unchanged = text[end..] == *sealed.as_bytes();
        return Some(Seal { command: command.to_owned(), is_unchanged });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_sealed(text: &[u8], comment: Comment, command: &str) -> bool {
        let seal = read_seal(text, comment);
        seal.is_some_and(|seal| seal.is_unchanged && seal.command == command)
    }

    #[test]
    fn a_text_that_continues_after_its_seal_was_changed() {
        for comment in [Comment::Markup, Comment::Roff, Comment::Hash] {
            let mut text = seal(b"<p>one</p>".to_vec(), comment, "validate");
            text.extend(b"more\n");
            let changed = Seal { command: "validate".to_owned(), is_unchanged: false };
            assert_eq!(Some(changed), read_seal(&text, comment));
        }
    }

    #[test]
    fn a_seal_is_valid_for_its_command_and_the_unchanged_text() {
        for comment in [Comment::Markup, Comment::Roff, Comment::Hash] {
            let sealed = seal(b"<p>one</p>".to_vec(), comment, "validate");
            assert!(sealed.starts_with(b"<p>one</p>\n"));
            assert!(is_sealed(&sealed, comment, "validate"));
            assert!(!is_sealed(&sealed, comment, "diff"));
            for at in 0..sealed.len() {
                let mut changed = sealed.clone();
                changed[at] ^= 1;
                assert!(!is_sealed(&changed, comment, "validate"), "byte {at}");
            }
            assert!(!is_sealed(b"", comment, "validate"));
            assert!(!is_sealed(b"actiondeck\n", comment, "validate"));
        }
    }
}
