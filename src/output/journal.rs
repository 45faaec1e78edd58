//! What a switch is about to do, written down before its first step so that it can be finished after
//! a kill.

use super::RelativeName;
use super::record::{Record, digest_of, hex};
use crate::deck::Digest;

/// What lay at a place when the switch was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing.
    Nothing,
    /// A file of this content.
    File(Digest),
    /// A link.
    Link,
}

/// A step of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A new file takes its place.
    Put {
        /// Its place.
        name: RelativeName,
        /// What is in it.
        new: Digest,
        /// What it replaces.
        before: Before,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Journal {
    /// Its steps.
    pub steps: Vec<Step>,
    /// What lay at the place of the list.
    pub list_before: Before,
    /// Whether the folder keeps a record and a list.
    pub is_recorded: bool,
    /// The record when it is done.
    pub record: Record,
}

const HEAD: &str = "actiondeck-journal/1";

impl Journal {
    /// The text that [`read`](Self::read) reads.
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\nlist {}\n", before_text(self.list_before));
        text.push_str(if self.is_recorded { "recorded\n" } else { "unrecorded\n" });
        for step in &self.steps {
            text.push_str(&match step {
                Step::Put { name, new, before } => {
                    format!("put {} {} {name}\n", hex(new), before_text(*before))
                }
                Step::Drop { name, old } => format!("drop {} {name}\n", hex(old)),
            });
        }
        for line in self.record.lines() {
            text.push_str(&format!("record {line}\n"));
        }
        text.push_str("end\n");
        text
    }

    /// The journal in a text; `None` if any line is not as it should be.
    pub fn read(text: &str) -> Option<Self> {
        let body = text.strip_prefix(HEAD)?.strip_prefix('\n')?.strip_suffix("end\n")?;
        let mut lines = body.lines();
        let list_before = before_of(lines.next()?.strip_prefix("list ")?)?;
        let is_recorded = match lines.next()? {
            "recorded" => true,
            "unrecorded" => false,
            _ => return None,
        };
        let (steps, record) = (Vec::new(), Record::default());
        let mut journal = Self { steps, list_before, is_recorded, record };
        for line in lines {
            let (kind, rest) = line.split_once(' ')?;
            match kind {
                "record" => journal.record.take(rest),
                "put" => {
                    let mut pieces = rest.splitn(3, ' ');
                    let new = digest_of(pieces.next()?)?;
                    let before = before_of(pieces.next()?)?;
                    let name = RelativeName::new(pieces.next()?).ok()?;
                    journal.steps.push(Step::Put { name, new, before });
                }
                "drop" => {
                    let (old, name) = rest.split_once(' ')?;
                    let name = RelativeName::new(name).ok()?;
                    journal.steps.push(Step::Drop { name, old: digest_of(old)? });
                }
                _ => return None,
            }
        }
        Some(journal)
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

fn before_text(before: Before) -> String {
    match before {
        Before::Nothing => "nothing".to_owned(),
        Before::Link => "link".to_owned(),
        Before::File(digest) => hex(&digest),
    }
}

fn before_of(text: &str) -> Option<Before> {
    match text {
        "nothing" => Some(Before::Nothing),
        "link" => Some(Before::Link),
        digest => digest_of(digest).map(Before::File),
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
        let digest = Digest::of(b"x");
        let mut record = Record { list: Some(Digest::of(b"list")), ..Record::default() };
        let entry = Entry { owner: Owner::new("build").unwrap(), digest };
        record.files.insert(name("a b/c"), entry);
        let journal = Journal {
            steps: vec![
                Step::Put { name: name("a b/c"), new: digest, before: Before::Link },
                Step::Put { name: name("d"), new: digest, before: Before::File(digest) },
                Step::Drop { name: name("e"), old: digest },
            ],
            list_before: Before::Nothing,
            is_recorded: true,
            record,
        };
        let text = journal.text();
        assert_eq!(Some(journal), Journal::read(&text));
        for cut in 0..text.len() {
            assert_eq!(None, Journal::read(&text[..cut]), "{cut}");
        }
        assert_eq!(None, Journal::read(&text.replace("a b/c", "../c")).map(|j| j.steps));
    }
}
