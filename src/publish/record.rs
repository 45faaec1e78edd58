//! The record of a folder: which command wrote which file, with which digest.
//!
//! `.actiondeck/written` is for the program, in JSON. `SHA256SUMS` is for users, in the format of `sha256sum`; the
//! program never reads it. Both may come from an untrusted source, so a record with a name that leads out of the
//! folder counts as empty.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::RelativeName;
use crate::deck::Digest;

/// The command that wrote a file, such as `build`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Owner(String);

impl Owner {
    /// The owner of this name, if it is a short lower-case word.
    pub fn new(name: &str) -> Option<Self> {
        let is_word =
            (1..=24).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase());
        is_word.then(|| Self(name.to_owned()))
    }

    /// The command's name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Owner {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, &'static str> {
        Self::new(&name).ok_or("expected a command")
    }
}

/// A file when it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// The command that wrote it.
    pub owner: Owner,
    /// The digest of its content.
    pub digest: Digest,
}

/// All files that commands have written to a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// By name.
    pub files: BTreeMap<RelativeName, Entry>,
    /// The digest of the list, if there is one.
    pub list: Option<Digest>,
}

impl Record {
    /// Parses a record; empty if the text is not a record.
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The record as text for [`read`](Self::read).
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and digests are texts")
    }

    /// The list for `sha256sum --check`. `place` returns the path of a file relative to the folder.
    pub fn sums(&self, place: impl Fn(&RelativeName) -> String) -> String {
        let line = |(name, entry): (&RelativeName, &Entry)| {
            format!("{}  {}\n", entry.digest.hex(), place(name))
        };
        self.files.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_round_trips() {
        let mut record = Record { list: Some(Digest::from_bytes(b"list")), ..Record::default() };
        for (owner, name) in [("build", "deck.json"), ("render", "home/deck 1.pdf")] {
            let entry =
                Entry { owner: Owner::new(owner).unwrap(), digest: Digest::from_bytes(b"x") };
            record.files.insert(RelativeName::new(name).unwrap(), entry);
        }
        assert_eq!(record, Record::read(&record.text()));
    }

    #[test]
    fn a_record_with_names_outside_the_folder_is_empty() {
        let digest = Digest::from_bytes(b"x");
        let text = |owner: &str, digest: &str, name: &str| {
            format!(
                r#"{{"files":{{"{name}":{{"owner":"{owner}","digest":"{digest}"}}}},"list":null}}"#
            )
        };
        let digest = digest.to_string();
        assert_eq!(1, Record::read(&text("build", &digest, "a")).files.len());
        for text in [
            text("build", &digest, "../victim"),
            text("build", &digest, "/etc/passwd"),
            text("Build!", &digest, "a"),
            text("build", &digest[1..], "a"),
            "what is this".to_owned(),
        ] {
            assert_eq!(Record::default(), Record::read(&text), "{text}");
        }
    }
}
