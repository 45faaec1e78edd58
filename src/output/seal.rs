//! A last line that tells which command wrote a text and what was above it.
//!
//! Such a text can be known again as written by the same command and unchanged since, wherever it was
//! moved. Only forms that have comments can bear the line.

use crate::deck::Digest;

use super::record::hex;

/// How a form of text writes a comment of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comment {
    /// HTML and SVG.
    Markup,
    /// Manual pages.
    Roff,
    /// Scripts of shells.
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
        let digest = hex(&Digest::of(above));
        format!("{start}Written by actiondeck {command}; sha256 of all above: {digest}{end}")
    }
}

/// The text with its seal as its last line.
pub fn seal(mut text: Vec<u8>, comment: Comment, command: &str) -> Vec<u8> {
    if text.last().is_some_and(|byte| *byte != b'\n') {
        text.push(b'\n');
    }
    let line = comment.line(command, &text);
    text.extend(line.bytes());
    text
}

/// Whether `command` sealed this text and nobody changed it since.
pub fn is_sealed(text: &[u8], comment: Comment, command: &str) -> bool {
    let Some(body) = text.strip_suffix(b"\n") else { return false };
    let start = body.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (above, last) = text.split_at(start);
    last == comment.line(command, above).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_is_known_until_it_is_changed_and_by_its_own_command_only() {
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
