//! Property test: random commands, edits and kills against a simple model of the folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;

/// An action on a folder.
#[derive(Clone, Debug)]
enum TrialAction {
    /// A command writes, and is killed at change number `kill`, if given.
    Write { owner: usize, files: BTreeMap<usize, usize>, force: bool, kill: Option<usize> },
    /// The user writes a file.
    Edit(usize, usize),
    /// The user deletes a file.
    Delete(usize),
}

const OWNERS: [(&str, EarlierFiles); 3] =
    [("build", EarlierFiles::Go), ("diff", EarlierFiles::Go), ("render", EarlierFiles::Stay)];
const NAMES: [&str; 7] = ["a", "b", "cards/a", "cards/b", "cards/svg/a", "sheets/x", "sheets/y"];
const CONTENTS: [&str; 4] = ["one", "two", "three", ""];

fn deed() -> impl Strategy<Value = TrialAction> {
    let files = proptest::collection::btree_map(0..NAMES.len(), 0..CONTENTS.len(), 0..6);
    prop_oneof![
        6 => (0..OWNERS.len(), files, proptest::bool::weighted(0.2), proptest::option::weighted(0.4, 0usize..60))
            .prop_map(|(owner, files, force, kill)| TrialAction::Write { owner, files, force, kill }),
        2 => (0..NAMES.len(), 0..CONTENTS.len()).prop_map(|(name, content)| TrialAction::Edit(name, content)),
        1 => (0..NAMES.len()).prop_map(TrialAction::Delete),
    ]
}

/// The model: the expected files of the folder.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    there: Files,
    /// Owner and content as they were written.
    written: BTreeMap<String, (String, String)>,
}

impl Model {
    /// The files after the command; `None` if it refuses to write.
    fn write(&self, owner: usize, new: &Files, force: bool) -> Option<Self> {
        let (owner, earlier) = OWNERS[owner];
        let mut after = self.clone();
        for (name, content) in new {
            let now = self.there.get(name);
            let known = self.written.get(name);
            if now != Some(content) {
                let is_own = known.is_some_and(|(by, was)| by == owner && Some(was) == now);
                if now.is_some() && !is_own && !force {
                    return None;
                }
            } else if known.is_some_and(|(_, was)| was == content) {
                continue;
            }
            after.there.insert(name.clone(), content.clone());
            after.written.insert(name.clone(), (owner.to_owned(), content.clone()));
        }
        if earlier == EarlierFiles::Go {
            for (name, (by, was)) in &self.written {
                if by == owner && !new.contains_key(name) {
                    after.written.remove(name);
                    if after.there.get(name) == Some(was) {
                        after.there.remove(name);
                    }
                }
            }
        }
        Some(after)
    }

    fn list(&self) -> BTreeMap<String, String> {
        let line = |(name, (_, content)): (&String, &(String, String))| {
            (name.clone(), Digest::from_bytes(content.as_bytes()).hex())
        };
        self.written.iter().map(line).collect()
    }
}

fn person_writes(folder: &Path, name: &str, content: Option<&str>) {
    let path = folder.join(name);
    match content {
        Some(content) => {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        None => {
            let _ = fs::remove_file(&path);
            for above in path.ancestors().skip(1).take_while(|above| *above != folder) {
                let _ = fs::remove_dir(above);
            }
        }
    }
}

/// After a kill: another command finishes the switch; the result must be one of the two states.
fn finish(folder: &Path, before: &Model, after: &Model) -> Model {
    // Listed files match the list, except those that the user changed.
    let changed: BTreeSet<&String> = before
        .written
        .iter()
        .filter(|(name, (_, was))| before.there.get(*name) != Some(was))
        .map(|(name, _)| name)
        .collect();
    for wrong in wrong_in_list(folder) {
        assert!(changed.contains(&wrong), "{wrong} is listed wrongly after a kill");
    }
    write(folder, "finish", &Files::new(), EarlierFiles::Stay, false).unwrap();
    let found = (in_sight(folder), listed(folder));
    let is = |model: &Model| found == (model.there.clone(), model.list());
    assert!(is(before) || is(after), "{found:?}\n{before:?}\n{after:?}");
    if is(after) { after.clone() } else { before.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn commands_edits_and_kills_match_the_model(
        deeds in proptest::collection::vec(deed(), 1..14)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut model = Model::default();
        for deed in deeds {
            match deed {
                TrialAction::Edit(name, content) => {
                    person_writes(folder, NAMES[name], Some(CONTENTS[content]));
                    model.there.insert(NAMES[name].to_owned(), CONTENTS[content].to_owned());
                }
                TrialAction::Delete(name) => {
                    person_writes(folder, NAMES[name], None);
                    model.there.remove(NAMES[name]);
                }
                TrialAction::Write { owner, files, force, kill } => {
                    let new: Files = files.iter()
                        .map(|(name, content)| (NAMES[*name].to_owned(), CONTENTS[*content].to_owned()))
                        .collect();
                    let after = model.write(owner, &new, force);
                    let (name, earlier) = OWNERS[owner];
                    let (done, _) = with_fault(kill.map(Fault::Killed), || {
                        write(folder, name, &new, earlier, force)
                    });
                    prop_assert!(done.is_err() || after.is_some(), "{done:?}");
                    let after = after.unwrap_or_else(|| model.clone());
                    model = match (kill, done) {
                        (Some(_), _) => finish(folder, &model, &after),
                        (None, Ok(())) => after,
                        (None, Err(reported)) => {
                            prop_assert_eq!(&model, &after, "{}", reported);
                            after
                        }
                    };
                }
            }
            prop_assert_eq!(&model.there, &in_sight(folder));
            prop_assert_eq!(model.list(), listed(folder));
        }
    }
}
