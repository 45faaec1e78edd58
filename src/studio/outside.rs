//! Files of the project that another program changed: their texts, and the lines that differ.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use super::Workspace;
use super::texts::Texts;

/// The number of equal lines shown before and after a change.
const CONTEXT_LINES: usize = 3;

/// The largest number of lines that are sent; a longer difference is cut.
const MOST_LINES: usize = 2000;

/// Reads the spec and these pin tables. A table that does not exist is missing from the result.
///
/// # Errors
/// That the spec cannot be read, as a phrase.
pub(super) fn read<'n>(
    workspace: &dyn Workspace,
    pin_tables: impl Iterator<Item = &'n String>,
) -> Result<Texts, String> {
    let spec = workspace.spec()?.into();
    let mut pins = BTreeMap::new();
    for name in pin_tables {
        if let Ok(text) = workspace.table(name) {
            pins.insert(name.clone(), Arc::from(text));
        }
    }
    Ok(Texts { spec, pins })
}

/// The difference between a file of the project on the disk and its text in the studio.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct FileDifference {
    /// The name of the file.
    name: String,
    /// Groups of lines: changes, with equal lines around them.
    groups: Vec<Vec<Line>>,
    /// Whether more lines differ than are listed.
    is_cut: bool,
}

/// A line of a difference.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Line {
    side: Side,
    /// Its number in the text of its side, from 1; in that on the disk if it is in both.
    number: usize,
    text: String,
}

/// The texts that contain a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Side {
    Both,
    /// Only the file on the disk.
    Theirs,
    /// Only the text in the studio.
    Mine,
}

/// The files that differ; the spec has the name `spec_name`.
pub(super) fn differences(spec_name: &str, theirs: &Texts, mine: &Texts) -> Vec<FileDifference> {
    let mut names: Vec<&String> = theirs.pins.keys().chain(mine.pins.keys()).collect();
    names.sort();
    names.dedup();
    let text = |texts: &Texts, name: &String| texts.pins.get(name).cloned().unwrap_or_default();
    let tables =
        names.into_iter().map(|name| (name.as_str(), text(theirs, name), text(mine, name)));
    let spec = (spec_name, Arc::clone(&theirs.spec), Arc::clone(&mine.spec));
    let files = std::iter::once(spec).chain(tables).filter(|(_, theirs, mine)| theirs != mine);
    files.map(|(name, theirs, mine)| difference(name, &theirs, &mine)).collect()
}

fn difference(name: &str, theirs: &str, mine: &str) -> FileDifference {
    let diff = TextDiff::from_lines(theirs, mine);
    let line = |change: similar::Change<&str>| {
        let (side, index) = match change.tag() {
            ChangeTag::Equal => (Side::Both, change.old_index()),
            ChangeTag::Delete => (Side::Theirs, change.old_index()),
            ChangeTag::Insert => (Side::Mine, change.new_index()),
        };
        let text = change.value().trim_end_matches(['\n', '\r']).to_owned();
        Line { side, number: index.map_or(0, |index| index + 1), text }
    };
    let (mut groups, mut count, mut is_cut) = (Vec::new(), 0, false);
    for group in diff.grouped_ops(CONTEXT_LINES) {
        let lines = group.iter().flat_map(|op| diff.iter_changes(op));
        let mut lines: Vec<Line> = lines.map(line).collect();
        let room = MOST_LINES - count;
        is_cut |= lines.len() > room;
        lines.truncate(room);
        count += lines.len();
        if !lines.is_empty() {
            groups.push(lines);
        }
    }
    FileDifference { name: name.to_owned(), groups, is_cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studio::project::Project;
    use crate::studio::project::tests::{Files, count, opened, read, text, workspace};

    fn texts(spec: &str, pins: &[(&str, &str)]) -> Texts {
        let pins = pins.iter().map(|(name, text)| ((*name).to_owned(), Arc::from(*text)));
        Texts { spec: spec.into(), pins: pins.collect() }
    }

    #[test]
    fn changed_lines_are_listed_with_their_numbers_and_sides() {
        let theirs = texts("a\nb\nc\nd\ne\nf\r\ng\nh\n", &[("pins.csv", "card\n1\n")]);
        let mine = texts("a\nb\nc\nd\ne\nf\r\ng\nH\ni\n", &[]);
        let differences = differences("deck.toml", &theirs, &mine);
        assert_eq!(["deck.toml", "pins.csv"], [&*differences[0].name, &*differences[1].name]);
        let shown = |difference: &FileDifference| -> Vec<String> {
            let lines = difference.groups.iter().flatten();
            lines.map(|line| format!("{:?} {} {}", line.side, line.number, line.text)).collect()
        };
        assert_eq!(
            ["Both 5 e", "Both 6 f", "Both 7 g", "Theirs 8 h", "Mine 8 H", "Mine 9 i"],
            shown(&differences[0])[..]
        );
        assert_eq!(["Theirs 1 card", "Theirs 2 1"], shown(&differences[1])[..]);
        assert!(super::differences("deck.toml", &mine, &mine).is_empty());
    }

    #[test]
    fn a_long_difference_is_cut() {
        let long: String = (0..3000).map(|line| format!("{line}\n")).collect();
        let difference = difference("deck.toml", "", &long);
        assert_eq!((1, MOST_LINES), (difference.groups.len(), difference.groups[0].len()));
        assert!(difference.is_cut);
    }

    fn write(workspace: &Files, name: &str, text: &str) {
        workspace.0.lock().unwrap().insert(name.into(), text.into());
    }

    #[test]
    fn a_change_by_another_program_is_loaded_if_nothing_is_unsaved() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        assert!(!project.follow(&workspace), "nothing has changed");
        let theirs = text().replacen("seed = ", "seed = 1", 1);
        write(&workspace, "deck.toml", &theirs);
        assert!(project.follow(&workspace));
        read(&mut project, &workspace);
        let state = project.state();
        assert_eq!(
            (&theirs, false, None, 1),
            (&state.text, state.unsaved, state.outside, state.followed)
        );
        assert!(!project.follow(&workspace));
        // The next edit of a gesture does not replace the loaded text.
        project.edit(&count(20), true, &workspace).unwrap();
        assert!(project.state().text.contains("seed = 1"));
        project.undo();
        project.undo();
        assert_eq!((text(), true), (&*project.state().text, project.state().unsaved));
    }

    #[test]
    fn a_change_by_another_program_waits_for_a_decision_while_edits_are_unsaved() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        project.edit(&count(20), false, &workspace).unwrap();
        let mine = project.state().text;
        let theirs = text().replacen("seed = ", "seed = 1", 1);
        write(&workspace, "deck.toml", &theirs);
        assert!(project.follow(&workspace) && !project.follow(&workspace));
        assert_eq!((Some(1), &mine), (project.state().outside, &project.state().text));
        assert_eq!(1, project.outside_differences().len());
        assert!(workspace.save(&project.changed()).is_err());
        // The other program takes its change back.
        write(&workspace, "deck.toml", text());
        assert!(project.follow(&workspace));
        assert_eq!(None, project.outside());
        // Mine: the next save overwrites.
        write(&workspace, "deck.toml", &theirs);
        assert!(project.follow(&workspace));
        project.keep_mine();
        assert_eq!((None, true), (project.outside(), project.state().unsaved));
        workspace.save(&project.changed()).unwrap();
        assert_eq!(Ok(mine.clone()), workspace.spec());
        project.saved();
        // Theirs: undo restores mine.
        project.edit(&count(25), false, &workspace).unwrap();
        write(&workspace, "deck.toml", &theirs);
        assert!(project.follow(&workspace));
        let mine = project.state().text;
        project.reload(&workspace).unwrap();
        assert_eq!((&theirs, None), (&project.state().text, project.outside()));
        project.undo();
        assert_eq!((&mine, true), (&project.state().text, project.state().unsaved));
    }

    #[test]
    fn a_pin_table_changed_by_another_program_is_followed() {
        let workspace = workspace();
        let spec = format!("pins = \"p.csv\"\n{}", text());
        let pins = "card,grid,row,column,value,note\n3,cause,1,d6,4,\n";
        write(&workspace, "deck.toml", &spec);
        write(&workspace, "p.csv", pins);
        let mut project = Project::open("deck.toml", &spec);
        read(&mut project, &workspace);
        assert!(!project.follow(&workspace));
        write(&workspace, "p.csv", &pins.replace(",4,", ",5,"));
        assert!(project.follow(&workspace));
        read(&mut project, &workspace);
        let state = project.state();
        assert!(!state.unsaved && state.faults.is_empty(), "{:?}", state.faults);
        assert_eq!(1, project.spec().unwrap().pins.len());
        project.edit(&count(20), false, &workspace).unwrap();
        write(&workspace, "p.csv", pins);
        assert!(project.follow(&workspace));
        let state = project.state();
        assert_eq!((Some(2), 2), (state.outside, project.outside_differences().len()));
    }
}
