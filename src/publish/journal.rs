//! The journal of a switch, written before its first step so that the switch can be finished after a kill.

use serde::{Deserialize, Serialize};

use super::RelativeName;
use super::record::Record;
use crate::deck::Digest;

/// What was at a place when the switch was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PreviousEntry {
    /// Nothing.
    Nothing,
    /// A file with this digest.
    File(Digest),
    /// A symbolic link.
    Link,
}

/// A step of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Step {
    /// Puts a new file at its place.
    Put {
        /// Its place.
        name: RelativeName,
        /// Its digest.
        new: Digest,
        /// What it replaces.
        before: PreviousEntry,
    },
    /// Removes a file of an earlier run, if it is unchanged.
    Drop {
        /// Its place.
        name: RelativeName,
        /// Its digest when it was written.
        old: Digest,
    },
}

/// A whole switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Journal {
    /// Its steps.
    pub steps: Vec<Step>,
    /// What was at the place of the list.
    pub list_before: PreviousEntry,
    /// Whether the folder keeps a record and a list.
    pub is_recorded: bool,
    /// The record after the switch.
    pub record: Record,
}

impl Journal {
    /// The journal as text for [`read`](Self::read).
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("names and digests are texts")
    }

    /// Parses a journal; `None` if the text is incomplete.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The list during the switch: it names new files by their paths in the hidden folder.
    pub fn list_meanwhile(&self, staged: &str) -> String {
        self.record.sums(|name| {
            let is_new = self
                .steps
                .iter()
                .any(|step| matches!(step, Step::Put { name: put, .. } if put == name));
            if is_new { format!("{staged}/{name}") } else { name.to_string() }
        })
    }

    /// The list after the switch.
    pub fn list_after(&self) -> String {
        self.record.sums(RelativeName::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Entry;
    use super::super::{Owner, RelativeName};
    use super::*;

    #[test]
    fn a_journal_round_trips_and_damaged_ones_are_refused() {
        let name = |text: &str| RelativeName::new(text).unwrap();
        let digest = Digest::from_bytes(b"x");
        let mut record = Record { list: Some(Digest::from_bytes(b"list")), ..Record::default() };
        let entry = Entry { owner: Owner::new("build").unwrap(), digest };
        record.files.insert(name("a b/c"), entry);
        let journal = Journal {
            steps: vec![
                Step::Put { name: name("a b/c"), new: digest, before: PreviousEntry::Link },
                Step::Put { name: name("d"), new: digest, before: PreviousEntry::File(digest) },
                Step::Drop { name: name("e"), old: digest },
            ],
            list_before: PreviousEntry::Nothing,
            is_recorded: true,
            record,
        };
        let text = journal.text();
        assert_eq!(Some(journal), Journal::read(&text));
        for cut in 0..text.len() {
            assert_eq!(None, Journal::read(&text[..cut]), "{cut}");
        }
        assert_eq!(None, Journal::read(&text.replace("a b/c", "../c")));
    }
}
