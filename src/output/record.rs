//! What was written into a folder: by which command, with which digest.
//!
//! Two texts tell it. `SHA256SUMS` is for people, in the form of `sha256sum`; nothing here ever reads
//! it. `.actiondeck/written` is the program's own and names the command too. Both may have come with
//! somebody else's folder, so a line that is not exactly as it should be is no line.

use std::collections::BTreeMap;

use super::RelativeName;
use crate::deck::Digest;

/// The command that wrote a file, such as `build`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner(String);

impl Owner {
    /// The owner of this name, if it is a short word of small letters.
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

/// A file as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Who wrote it.
    pub owner: Owner,
    /// What was in it.
    pub digest: Digest,
}

/// All files that commands have written into a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// By name.
    pub files: BTreeMap<RelativeName, Entry>,
    /// What was in the list for people, if there is one.
    pub list: Option<Digest>,
}

const HEAD: &str = "actiondeck-written/1";

/// The word that stands for an owner in the line of the list itself.
const LIST_ITSELF: &str = "-";

impl Record {
    /// The record in a text; nothing where the text has another form.
    pub fn read(text: &str) -> Self {
        let mut record = Self::default();
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return record;
        }
        for line in lines {
            record.take(line);
        }
        record
    }

    /// Takes up a line, if it is one.
    pub fn take(&mut self, line: &str) {
        let mut pieces = line.splitn(3, ' ');
        let (Some(owner), Some(digest), Some(name)) = (pieces.next(), pieces.next(), pieces.next())
        else {
            return;
        };
        let (Some(digest), Ok(name)) = (digest_of(digest), RelativeName::new(name)) else { return };
        if owner == LIST_ITSELF && name.as_str() == super::LIST {
            self.list = Some(digest);
        } else if let Some(owner) = Owner::new(owner) {
            self.files.insert(name, Entry { owner, digest });
        }
    }

    /// The text that [`read`](Self::read) reads.
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for line in self.lines() {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    /// The lines that [`take`](Self::take) takes up.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let list =
            self.list.map(|digest| format!("{LIST_ITSELF} {} {}", hex(&digest), super::LIST));
        let line = |(name, entry): (&RelativeName, &Entry)| {
            format!("{} {} {name}", entry.owner.as_str(), hex(&entry.digest))
        };
        list.into_iter().chain(self.files.iter().map(line))
    }

    /// The list for `sha256sum --check`. `place` tells where a file is to be looked for.
    pub fn sums(&self, place: impl Fn(&RelativeName) -> String) -> String {
        let line = |(name, entry): (&RelativeName, &Entry)| {
            format!("{}  {}\n", hex(&entry.digest), place(name))
        };
        self.files.iter().map(line).collect()
    }
}

/// The digest as `sha256sum` prints it.
pub(super) fn hex(digest: &Digest) -> String {
    digest.to_string().trim_start_matches("sha256:").to_owned()
}

/// The digest that `sha256sum` would print so.
pub(super) fn digest_of(hex: &str) -> Option<Digest> {
    format!("sha256:{hex}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let mut record = Record { list: Some(Digest::of(b"list")), ..Record::default() };
        for (owner, name) in [("build", "deck.json"), ("render", "home/deck 1.pdf")] {
            let entry = Entry { owner: Owner::new(owner).unwrap(), digest: Digest::of(b"x") };
            record.files.insert(RelativeName::new(name).unwrap(), entry);
        }
        assert_eq!(record, Record::read(&record.text()));
    }

    #[test]
    fn lines_that_name_places_outside_or_are_no_lines_are_not_believed() {
        let digest = hex(&Digest::of(b"x"));
        for line in [
            format!("build {digest} ../victim"),
            format!("build {digest} /etc/passwd"),
            format!("Build! {digest} a"),
            format!("build {} a", &digest[1..]),
            format!("build {digest}"),
            format!("- {digest} other"),
            "what is this".to_owned(),
        ] {
            assert_eq!(Record::default(), Record::read(&format!("{HEAD}\n{line}\n")), "{line}");
        }
        assert_eq!(Record::default(), Record::read(&format!("build {digest} a\n")), "no head");
    }
}
