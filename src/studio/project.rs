//! The open project: its texts, their problems, and undo.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::diagnostic::{FaultRecord, Problem, Problems};
use crate::spec::Spec;

use super::edit::{Edit, edited};
use super::fault_places::fault_places;
use super::form::{Section, sections};
use super::outside::{self, FileDifference};
use super::pins::PinList;
use super::reading::{Reading, UnreadRevision};
use super::step::Step;
use super::texts::Texts;
use super::{ChangedFile, Workspace};

/// The number of steps that can be undone, which bounds the memory.
const MOST_STEPS: usize = 200;

/// A project.
#[derive(Debug)]
pub(super) struct Project {
    /// The name of the spec in messages: the path from the command line.
    name: String,
    now: Texts,
    /// The texts on the disk; a pin table that does not exist is missing.
    saved: Texts,
    /// The texts on the disk if another program changed them while edits were unsaved.
    outside: Option<Texts>,
    /// How often another program has changed the files.
    outside_changes: u64,
    /// How often such a change was loaded because nothing was unsaved.
    followed: u64,
    undo: Vec<Texts>,
    redo: Vec<Texts>,
    /// Whether the last undo step is an edit, which a further edit may continue.
    is_continuable: bool,
    /// The spec of the texts before the last step, which an edit that continues it changes again.
    base: Option<Arc<Spec>>,
    /// Rises with every change.
    revision: u64,
    /// The names of the tables of texts in the last reading.
    tables: Vec<String>,
    /// The result of reading the texts of this revision, once they are read.
    read: Option<Result<Arc<Spec>, Problems>>,
}

/// The state of the project for the page.
#[derive(Debug, Serialize)]
pub(super) struct State {
    revision: u64,
    name: String,
    pub text: String,
    form: Vec<Section>,
    pub faults: Vec<FaultRecord>,
    /// For each fault the path of the value or table at its line, if it is in the spec.
    places: Vec<Option<Vec<Step>>>,
    undo: usize,
    redo: usize,
    pub unsaved: bool,
    /// The pins; `None` while the texts are not read or have faults.
    pub pins: Option<PinList>,
    /// Whether the texts are still being read, so that their faults are unknown.
    reading: bool,
    /// The number of the last change by another program, while it is neither loaded nor dismissed.
    pub outside: Option<u64>,
    /// How often a change by another program was loaded.
    pub followed: u64,
}

impl Project {
    /// A project with a spec's text, which is not read yet. Its faults are in its state, so that they can be
    /// corrected.
    pub fn open(name: &str, spec: &str) -> Self {
        let texts = Texts { spec: spec.into(), pins: BTreeMap::new() };
        Self {
            name: name.to_owned(),
            now: texts.clone(),
            saved: texts,
            outside: None,
            outside_changes: 0,
            followed: 0,
            undo: Vec::new(),
            redo: Vec::new(),
            is_continuable: false,
            base: None,
            revision: 1,
            tables: Vec::new(),
            read: None,
        }
    }

    /// Incremented by every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The spec, if it is read and valid.
    pub fn spec(&self) -> Option<&Arc<Spec>> {
        self.read.as_ref()?.as_ref().ok()
    }

    /// Whether the texts are not read yet.
    pub fn is_unread(&self) -> bool {
        self.read.is_none()
    }

    /// The names of the tables of texts that the spec names.
    pub fn tables(&self) -> &[String] {
        &self.tables
    }

    /// Makes a revision of the same texts, because one of these tables has changed.
    pub fn reread(&mut self) {
        self.become_texts(self.now.clone());
    }

    /// The texts, if they are not read yet.
    pub fn unread(&self) -> Option<UnreadRevision> {
        let (revision, name, texts) = (self.revision, self.name.clone(), self.now.clone());
        self.is_unread().then_some(UnreadRevision { revision, name, texts })
    }

    /// Stores the result of reading, unless the texts have changed since. A pin table from the workspace can
    /// be edited from then on.
    pub fn take(&mut self, reading: Reading) {
        if reading.revision != self.revision {
            return;
        }
        self.tables = reading.tables;
        if let Some((name, text)) = reading.pins {
            self.now.pins.insert(name.clone(), Arc::clone(&text));
            self.saved.pins.entry(name).or_insert(text);
        }
        self.read = Some(reading.spec);
    }

    /// Refuses texts that a command could not read.
    ///
    /// # Errors
    /// That the texts have faults, or are not read yet.
    pub fn check_saveable(&self) -> Result<(), Problem> {
        let message = match &self.read {
            Some(Ok(_)) => return Ok(()),
            Some(Err(_)) => "nothing is saved while the spec has faults",
            None => "nothing is saved while the spec is being read",
        };
        Err(Problem::coded("studio.faulty", message).accepts("a spec without faults"))
    }

    /// Makes an edit. One that continues the last, as when a slider is dragged, replaces its undo step.
    ///
    /// # Errors
    /// That the edit cannot be made; then nothing changes. Faults of the spec that it causes are in the
    /// [`state`](Self::state).
    pub fn edit(
        &mut self,
        edit: &Edit,
        goes_on: bool,
        workspace: &dyn Workspace,
    ) -> Result<(), Problem> {
        let goes_on = goes_on && self.is_continuable;
        self.is_continuable = goes_on;
        let base = if goes_on { self.undo.last().unwrap_or(&self.now) } else { &self.now };
        let is_taken = |name: &str| workspace.table(name).is_ok();
        let spec = if goes_on { self.base.clone() } else { self.spec().cloned() };
        let next = edited(edit, base, spec.as_ref(), &is_taken)?;
        if !goes_on {
            self.base = spec;
            if next == self.now {
                return Ok(());
            }
            self.push_undo();
            self.is_continuable = true;
        }
        self.redo.clear();
        self.become_texts(next);
        Ok(())
    }

    fn push_undo(&mut self) {
        self.undo.push(self.now.clone());
        if self.undo.len() > MOST_STEPS {
            self.undo.remove(0);
        }
    }

    /// Reads the files from the disk again; unsaved edits can be restored by undo.
    ///
    /// # Errors
    /// That the spec cannot be read; then nothing changes.
    pub fn reload(&mut self, workspace: &dyn Workspace) -> Result<(), Problem> {
        let spec = workspace.spec().map_err(|reason| {
            Problem::coded("studio.save", format!("{} cannot be read: {reason}", self.name))
        })?;
        let texts = Texts { spec: spec.into(), pins: BTreeMap::new() };
        self.push_undo();
        self.is_continuable = false;
        self.redo.clear();
        self.saved = texts.clone();
        self.outside = None;
        self.become_texts(texts);
        Ok(())
    }

    /// Compares the files on the disk with the saved texts. A change by another program is loaded if nothing is
    /// unsaved, and else kept for a decision. Returns whether anything changed.
    pub fn follow(&mut self, workspace: &dyn Workspace) -> bool {
        // A file that cannot be read is reported when the project is saved.
        let Ok(there) = outside::read(workspace, self.pin_tables()) else { return false };
        if there == self.saved {
            return self.outside.take().is_some();
        }
        if self.outside.as_ref() == Some(&there) {
            return false;
        }
        self.outside_changes += 1;
        if self.changed().is_empty() && self.reload(workspace).is_ok() {
            self.followed += 1;
            return true;
        }
        self.outside = Some(there);
        true
    }

    /// Keeps the present texts: the next save overwrites what another program wrote.
    pub fn keep_mine(&mut self) {
        if let Some(there) = self.outside.take() {
            self.saved = there;
        }
    }

    /// The number of the last change by another program, while it is neither loaded nor dismissed.
    pub fn outside(&self) -> Option<u64> {
        self.outside.as_ref().map(|_| self.outside_changes)
    }

    /// The difference between the files on the disk and the present texts; empty if no other program has
    /// changed a file.
    pub fn outside_differences(&self) -> Vec<FileDifference> {
        let there = self.outside.as_ref();
        there.map_or_else(Vec::new, |there| outside::differences(&self.name, there, &self.now))
    }

    /// The pin tables that were read, edited or saved.
    pub fn pin_tables(&self) -> impl Iterator<Item = &String> {
        let new = self.now.pins.keys().filter(|name| !self.saved.pins.contains_key(*name));
        self.saved.pins.keys().chain(new)
    }

    /// Undoes the last step, if there is one. A step without a change is skipped, as after a slider that was
    /// moved back.
    pub fn undo(&mut self) {
        self.is_continuable = false;
        while let Some(texts) = self.undo.pop() {
            if texts != self.now {
                self.redo.push(self.now.clone());
                return self.become_texts(texts);
            }
        }
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) {
        self.is_continuable = false;
        if let Some(texts) = self.redo.pop() {
            self.undo.push(self.now.clone());
            self.become_texts(texts);
        }
    }

    fn become_texts(&mut self, texts: Texts) {
        self.now = texts;
        self.revision += 1;
        self.read = None;
    }

    /// The files that differ from the disk, pin tables first.
    pub fn changed(&self) -> Vec<ChangedFile<'_>> {
        let tables = self.now.pins.iter().map(|(name, now)| {
            let before = self.saved.pins.get(name).map(|text| &**text);
            ChangedFile { pin_table: Some(name), before, now }
        });
        let spec =
            ChangedFile { pin_table: None, before: Some(&self.saved.spec), now: &self.now.spec };
        tables.chain([spec]).filter(|file| file.before != Some(file.now)).collect()
    }

    /// The present texts by name: the spec, and the pin tables that were read.
    pub fn texts(&self) -> BTreeMap<String, String> {
        let spec = (self.name.clone(), self.now.spec.to_string());
        let pins = self.now.pins.iter().map(|(name, text)| (name.clone(), text.to_string()));
        pins.chain([spec]).collect()
    }

    /// Marks the texts as saved.
    pub fn saved(&mut self) {
        self.saved.spec = Arc::clone(&self.now.spec);
        self.saved.pins.extend(self.now.pins.clone());
    }

    /// The state for the page.
    pub fn state(&self) -> State {
        let faults = self.read.as_ref().and_then(|read| read.as_ref().err());
        let faults = faults.map(|problems| problems.records().0).unwrap_or_default();
        State {
            revision: self.revision,
            name: self.name.clone(),
            text: self.now.spec.to_string(),
            form: sections(&self.now.spec),
            places: fault_places(&self.name, &self.now.spec, &faults),
            faults,
            undo: self.undo.len(),
            redo: self.redo.len(),
            unsaved: !self.changed().is_empty(),
            pins: self.spec().map(|spec| PinList::new(spec)),
            reading: self.is_unread(),
            outside: self.outside(),
            followed: self.followed,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::deck::Deck;
    use crate::face::Theme;
    use crate::input::limits::{TABLE_FILE, TOML_FILE};
    use crate::render::sheet::Sheet;
    use crate::spec::preset;
    use crate::studio::{SaveError, Scalar, Step};

    /// Files in memory, and the theme of the spec.
    #[derive(Debug, Default)]
    pub struct Files(pub Mutex<BTreeMap<String, String>>, pub Arc<Mutex<String>>);

    impl Workspace for Files {
        fn spec(&self) -> Result<String, String> {
            self.table("deck.toml")
        }

        fn table(&self, name: &str) -> Result<String, String> {
            self.0.lock().unwrap().get(name).cloned().ok_or_else(|| "no such file".to_owned())
        }

        fn known(&self, _: &Spec, deck: Deck) -> Deck {
            deck
        }

        fn theme(&self, _: &Spec) -> Result<Theme, Problems> {
            Theme::built_in(&self.1.lock().unwrap())
        }

        fn sheets(&self, _: &Spec) -> Result<Vec<Sheet>, Problems> {
            Ok(vec![Sheet::built_in("single")?])
        }

        fn save(&self, files: &[ChangedFile<'_>]) -> Result<(), SaveError> {
            let mut there = self.0.lock().unwrap();
            for file in files {
                let name = file.pin_table.unwrap_or("deck.toml");
                if there.get(name).map(String::as_str) != file.before {
                    return Err(SaveError::Changed(name.to_owned()));
                }
            }
            for file in files {
                there.insert(file.pin_table.unwrap_or("deck.toml").into(), file.now.into());
            }
            Ok(())
        }
    }

    pub fn text() -> &'static str {
        preset("true-dice").unwrap().spec
    }

    /// A workspace with the spec.
    pub fn workspace() -> Files {
        let files = BTreeMap::from([("deck.toml".to_owned(), text().to_owned())]);
        Files(Mutex::new(files), Arc::new(Mutex::new("ink-saver".to_owned())))
    }

    /// The project of the workspace's spec, read.
    pub fn opened(workspace: &dyn Workspace) -> Project {
        let mut project = Project::open("deck.toml", text());
        read(&mut project, workspace);
        project
    }

    pub fn read(project: &mut Project, workspace: &dyn Workspace) {
        if let Some(unread) = project.unread() {
            project.take(unread.read(workspace));
        }
        assert!(!project.is_unread());
    }

    #[test]
    fn a_slider_moved_back_leaves_no_step() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        let first = cards(&project);
        project.edit(&count(20), false, &workspace).unwrap();
        project.edit(&count(25), false, &workspace).unwrap();
        for (to, goes_on) in [(26, false), (27, true), (26, true), (25, true)] {
            project.edit(&count(to), goes_on, &workspace).unwrap();
        }
        project.undo();
        read(&mut project, &workspace);
        assert_eq!(20, cards(&project));
        project.undo();
        read(&mut project, &workspace);
        assert_eq!(first, cards(&project));
        // An edit that changes nothing begins a gesture that replaces no older step.
        project.edit(&count(20), false, &workspace).unwrap();
        project.edit(&count(20), false, &workspace).unwrap();
        project.edit(&count(21), true, &workspace).unwrap();
        assert_eq!(2, project.undo.len());
    }

    pub fn count(to: u8) -> Edit {
        Edit::Count { path: vec![Step::Key("penetration".into()), Step::Key("0".into())], to }
    }

    fn cards(project: &Project) -> u8 {
        let values = &project.spec().unwrap().penetration;
        values.iter().find(|(value, _)| *value == 0).unwrap().1
    }

    #[test]
    fn steps_are_undone_and_redone_and_a_dragged_slider_is_one() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        let first = cards(&project);
        for (to, goes_on) in [(20, false), (25, true), (11, true), (15, true)] {
            project.edit(&count(to), goes_on, &workspace).unwrap();
            read(&mut project, &workspace);
            assert_eq!(to, cards(&project));
        }
        project.edit(&count(16), false, &workspace).unwrap();
        read(&mut project, &workspace);
        project.undo();
        read(&mut project, &workspace);
        assert_eq!(15, cards(&project));
        project.undo();
        read(&mut project, &workspace);
        assert_eq!((first, false), (cards(&project), project.state().unsaved));
        project.undo();
        read(&mut project, &workspace);
        project.redo();
        read(&mut project, &workspace);
        assert_eq!((15, 1, 1), (cards(&project), project.undo.len(), project.redo.len()));
        assert_eq!(Some(8), project.revision().checked_sub(1));
    }

    #[test]
    fn a_faulty_edit_is_kept_and_reported_with_its_line() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        let seed = vec![Step::Key("cause".into()), Step::Key("rows".into())];
        project
            .edit(&Edit::Value { path: seed, to: Scalar::Whole(99) }, false, &workspace)
            .unwrap();
        read(&mut project, &workspace);
        let state = project.state();
        assert!(project.spec().is_none());
        assert!(state.faults.iter().all(|fault| fault.line.is_some()), "{:?}", state.faults);
        assert!(!state.faults.is_empty() && state.text.contains("rows = 99"));
        let pin = Edit::Pin { card: 3, field: "cause_d6_1".into(), value: "2".into() };
        assert_eq!("studio.faulty", project.edit(&pin, false, &workspace).unwrap_err().code());
    }

    #[test]
    fn a_pin_is_added_replaced_and_removed() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        let pin =
            |value: &str| Edit::Pin { card: 3, field: "cause_d6_1".into(), value: value.into() };
        project.edit(&pin("2"), false, &workspace).unwrap();
        read(&mut project, &workspace);
        project.edit(&pin("4"), false, &workspace).unwrap();
        read(&mut project, &workspace);
        let spec = project.spec().unwrap_or_else(|| panic!("{:?}", project.state().faults));
        assert_eq!(1, spec.pins.len());
        let changed = project.changed();
        assert_eq!("card,grid,row,column,value,note\n3,cause,1,d6,4,\n", changed[0].now);
        assert_eq!([Some("pins.csv"), None], [changed[0].pin_table, changed[1].pin_table]);
        assert_eq!(None, changed[0].before);
        workspace.save(&changed).unwrap();
        project.saved();
        assert!(project.changed().is_empty());
        let unpin = Edit::Unpin { card: 3, field: "cause_d6_1".into() };
        project.edit(&unpin, false, &workspace).unwrap();
        read(&mut project, &workspace);
        assert!(project.spec().unwrap().pins.is_empty());
        assert!(project.edit(&unpin, false, &workspace).is_err());
        // An unknown card, an unknown field, and fields that follow from others.
        for (card, field) in [(54, "cause_d6_1"), (3, "cause_d6_9"), (3, "rank"), (3, "hit_1")] {
            let pin = Edit::Pin { card, field: field.into(), value: "1".into() };
            assert!(project.edit(&pin, false, &workspace).is_err(), "{card} {field}");
        }
    }

    #[test]
    fn pins_of_removed_rows_return_while_the_slider_is_held() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        for row in [2, 4, 5] {
            let field = format!("cause_d6_{row}");
            project
                .edit(&Edit::Pin { card: 3, field, value: "2".into() }, false, &workspace)
                .unwrap();
            read(&mut project, &workspace);
        }
        let path = vec![Step::Key("cause".into()), Step::Key("rows".into())];
        for (rows, goes_on, pins) in [(3, false, 1), (5, true, 3), (4, true, 2), (1, true, 0)] {
            let rows = Edit::Value { path: path.clone(), to: Scalar::Whole(rows) };
            project.edit(&rows, goes_on, &workspace).unwrap();
            read(&mut project, &workspace);
            let faults = project.state().faults;
            assert!(faults.is_empty(), "{faults:?}");
            assert_eq!(pins, project.spec().unwrap().pins.len());
        }
        project.undo();
        read(&mut project, &workspace);
        assert_eq!(3, project.spec().unwrap().pins.len());
        // One pin is removed by its place.
        let path = vec![Step::Key("pins".into()), Step::Index(1)];
        project.edit(&Edit::Remove { path }, false, &workspace).unwrap();
        read(&mut project, &workspace);
        let rows = project.spec().unwrap().pins.iter().map(|pin| pin.field.to_string());
        assert_eq!(vec!["cause_d6_2", "cause_d6_5"], rows.collect::<Vec<_>>());
    }

    #[test]
    fn a_table_of_texts_is_read_again_and_never_written() {
        let workspace = workspace();
        let table = |text: &str| {
            workspace.0.lock().unwrap().insert("words.csv".into(), text.into());
        };
        let mut project = opened(&workspace);
        let element = "\n[[element]]\nid = \"omen\"\ntexts = \"words.csv#scene\"\n";
        project.edit(&Edit::Text(text().to_owned() + element), false, &workspace).unwrap();
        read(&mut project, &workspace);
        assert_eq!(["words.csv"], project.tables(), "a missing file is watched too");
        assert_eq!(1, project.state().faults.len());
        table("scene\nsun\nmoon\n");
        project.reread();
        read(&mut project, &workspace);
        let first = project.spec().unwrap().digest;
        table("scene\nsun\nstar\n");
        project.reread();
        read(&mut project, &workspace);
        assert_ne!(first, project.spec().unwrap().digest);
        project.edit(&count(20), false, &workspace).unwrap();
        project.undo();
        let names: Vec<_> = project.changed().iter().map(|file| file.pin_table).collect();
        assert_eq!(vec![None], names);
        // In the form it is one text, which names the column.
        let path = ["element", "0", "texts"].map(|step| match step.parse() {
            Ok(index) => Step::Index(index),
            Err(_) => Step::Key(step.into()),
        });
        let to = Scalar::Text("words.csv#mood".into());
        project.edit(&Edit::Value { path: path.into(), to }, false, &workspace).unwrap();
        read(&mut project, &workspace);
        assert!(project.state().faults[0].message.contains("has no column \"mood\""));
    }

    #[test]
    fn an_existing_pin_table_is_not_overwritten() {
        let workspace = workspace();
        workspace.0.lock().unwrap().insert("pins.csv".into(), "mine".into());
        let mut project = opened(&workspace);
        let pin = Edit::Pin { card: 3, field: "cause_d6_1".into(), value: "2".into() };
        project.edit(&pin, false, &workspace).unwrap();
        read(&mut project, &workspace);
        assert!(project.state().text.contains("pins = \"pins-2.csv\""));
    }

    #[test]
    fn the_result_for_older_texts_is_ignored() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        project.edit(&count(20), false, &workspace).unwrap();
        let unread = project.unread().unwrap();
        assert!(project.spec().is_none() && project.state().reading);
        assert!(project.check_saveable().unwrap_err().message().ends_with("is being read"));
        project.undo();
        project.take(unread.read(&workspace));
        assert!(project.is_unread(), "the texts have changed");
        read(&mut project, &workspace);
        assert!(project.check_saveable().is_ok() && !project.state().reading);
    }

    #[test]
    fn texts_above_the_file_limit_have_a_fault() {
        let workspace = workspace();
        for (spec, limit) in [
            (text().to_owned() + &"#".repeat(TOML_FILE.most), "deck.toml has 1.0 MB"),
            (format!("pins = \"p.csv\"\n{}", text()), "it has 4.0 MB, more than 4 MB"),
        ] {
            workspace.0.lock().unwrap().insert("p.csv".into(), "#".repeat(TABLE_FILE.most + 1));
            let mut project = opened(&workspace);
            project.edit(&Edit::Text(spec), false, &workspace).unwrap();
            read(&mut project, &workspace);
            let faults = project.state().faults;
            assert!(faults.iter().any(|fault| fault.message.contains(limit)), "{faults:?}");
            assert!(project.check_saveable().unwrap_err().message().ends_with("has faults"));
        }
    }

    #[test]
    fn at_most_two_hundred_steps_are_undone() {
        let workspace = workspace();
        let mut project = opened(&workspace);
        for step in 0..2 * MOST_STEPS {
            project.edit(&count(10 + u8::from(step % 2 == 0)), false, &workspace).unwrap();
            read(&mut project, &workspace);
        }
        assert_eq!(MOST_STEPS, project.undo.len());
    }
}
