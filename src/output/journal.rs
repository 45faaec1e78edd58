//! What a switch is about to do, written down before its first step so that it can be finished after
//! a kill.

use serde::{Deserialize, Serialize};

use super::RelativeName;
use super::record::Record;
use crate::deck::Digest;

/// What lay at a place when the switch was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PreviousEntry {
    /// Nothing.
    Nothing,
    /// A file of this content.
    File(Digest),
    /// A link.
    Link,
}

/// A step of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Step {
    /// A new file takes its place.
    Put {
        /// Its place.
        name: RelativeName,
        /// What is in it.
        new: Digest,
        /// What it replaces.
        before: PreviousEntry,
    },
    /// A file of an earlier run goes, if it is as it was written.
    Drop {
        /// Its place.
        name: RelativeName,
        /// What was written.
        old: Digest,
    },
}

/// A whole switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Journal {
    /// Its steps.
    pub steps: Vec<Step>,
    /// What lay at the place of the list.
    pub list_before: PreviousEntry,
    /// Whether the folder keeps a record and a list.
    pub is_recorded: bool,
    /// The record when it is done.
    pub record: Record,
}

impl Journal {
    /// The text that [`read`](Self::read) reads.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("names and digests are texts")
    }

    /// The journal in a text; `None` if the text is not a whole one.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The list while the switch lasts: new files are to be looked for where they are complete.
    pub fn list_meanwhile(&self, staged: &str) -> String {
        self.record.sums(|name| {
            let is_new = self
                .steps
                .iter()
                .any(|step| matches!(step, Step::Put { name: put, .. } if put == name));
            if is_new { format!("{staged}/{name}") } else { name.to_string() }
        })
    }

    /// The list when it is done.
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
    fn a_journal_is_read_as_it_was_written_and_not_at_all_if_it_is_cut_or_changed() {
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
