//! What can be added to a spec, derived from the JSON Schema of its keys.

use serde::Serialize;
use serde_json::Value as Json;
use toml_edit::{Item, TableLike};

use crate::dice::share;
use crate::input::limits::{BURSTS, ELEMENTS, GRID_COLUMNS};

use super::columns;
use super::document;
use super::elements;
use super::input::{Input, InputKind, entry_input, suggested};
use super::known_keys::{self, Shape, about, choices, element, properties, shape};
use super::labels::key_label;
use super::parts;
use crate::studio::step::Step;

/// Something that can be added, with what the user is asked first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::studio) struct Addition {
    /// The path of [`Edit::Add`](crate::studio::Edit::Add).
    pub path: Vec<Step>,
    pub label: String,
    /// Its description in the reference.
    pub about: String,
    /// The texts to enter, in this order.
    pub inputs: Vec<Input>,
}

/// Finds what can be added to a document.
pub(in crate::studio) struct Additions<'d> {
    root: &'d Item,
    cards: i64,
}

impl<'d> Additions<'d> {
    pub fn new(root: &'d Item) -> Self {
        Self { root, cards: document::cards(root) }
    }

    /// The keys and entries of a table. At the top of the spec, those that are values; the tables are in
    /// [`new_sections`](Self::new_sections).
    pub fn to_table(&self, path: &[Step], table: &dyn TableLike, known: &Json) -> Vec<Addition> {
        match shape(known) {
            Shape::Counts => return self.count(path, table, known).into_iter().collect(),
            Shape::Bursts => return burst(path, table).into_iter().collect(),
            _ => {}
        }
        let keys = properties(known).into_iter().flatten();
        let keys = keys.filter(|(_, known)| {
            !path.is_empty() || matches!(shape(known), Shape::Scalar | Shape::Dice | Shape::List)
        });
        let all = keys.filter_map(|(key, known)| self.to_key(path, table, key, known));
        // The columns first: they are what a deck begins with.
        let (entries, keys): (Vec<_>, Vec<_>) =
            all.partition(|one| document::item(self.root, &one.path).is_some());
        entries.into_iter().chain(keys).collect()
    }

    /// The entry of a list of texts or numbers.
    pub fn to_list(&self, path: &[Step], length: usize, known: &Json) -> Option<Addition> {
        let entry = element(known);
        let highest = known["maxItems"].as_u64().unwrap_or(u64::MAX).min(self.cards as u64);
        if length as u64 >= highest
            || known["minItems"] == known["maxItems"] && !known["minItems"].is_null()
        {
            return None;
        }
        let label = key_label(path);
        let inputs = match entry["type"].as_str() {
            // The stack never ascends, so a further entry is at most the last.
            Some("integer") if path.ends_with(&[Step::Key("reads".into())]) => Vec::new(),
            _ => vec![entry_input(path, &label, known)?],
        };
        Some(Addition { path: path.to_vec(), about: about(known), label, inputs })
    }

    /// The tables that the spec does not have, and elements.
    pub fn new_sections(&self, table: &dyn TableLike) -> Vec<Addition> {
        let length = table.get("element").map_or(0, document::length);
        let mut all = Vec::new();
        if !ELEMENTS.is_passed_by(length + 1) {
            all.extend(elements::additions());
        }
        for (key, known) in properties(known_keys::root()).into_iter().flatten() {
            let path = [Step::Key(key.clone())];
            let whole = |label| Addition {
                path: path.to_vec(),
                label,
                about: about(known),
                inputs: Vec::new(),
            };
            match shape(known) {
                Shape::Counts | Shape::Bursts if table.get(key).is_none() => {
                    all.push(whole(key_label(&path)));
                }
                Shape::Table if ["shuffle", "print", "limits"].contains(&key.as_str()) => {
                    let missing = table.get(key).is_none();
                    let keys = properties(known).into_iter().flatten().filter(|_| missing);
                    all.extend(keys.filter_map(|(own, inner)| {
                        let whole = [&path[..], &[Step::Key(own.clone())]].concat();
                        let mut one = self.missing(&whole, inner)?;
                        one.label = format!("{}: {}", key_label(&path), lower(&one.label));
                        (own != "at").then_some(one)
                    }));
                }
                Shape::Table if table.get(key).is_none() => all.push(whole(key_label(&path))),
                _ => {}
            }
        }
        let left_off = parts::left_off(table).into_iter();
        let bare = left_off.filter(|part| {
            properties(known_keys::root()).is_some_and(|keys| !keys.contains_key(part))
        });
        all.extend(bare.map(|part| {
            let path = vec![Step::Key(part)];
            Addition { label: key_label(&path), path, about: String::new(), inputs: Vec::new() }
        }));
        all
    }

    /// A missing key, or a further entry of it.
    fn to_key(
        &self,
        path: &[Step],
        table: &dyn TableLike,
        key: &str,
        known: &Json,
    ) -> Option<Addition> {
        let whole = [path, &[Step::Key(key.to_owned())]].concat();
        let kind = shape(known);
        let label = key_label(&whole);
        let input = |input| Addition {
            path: whole.clone(),
            label: label.clone(),
            about: about(known),
            inputs: vec![input],
        };
        match (kind, table.get(key)) {
            (Shape::Dice, item) if key == "columns" => {
                let length = item.map_or(0, document::length);
                let sides = columns::suggestion(table, path)?;
                let mut die = Input::text("Die", "d20");
                die.value = sides;
                (!GRID_COLUMNS.is_passed_by(length + 1)).then(|| input(die))
            }
            (Shape::Dice, item) => {
                let given = item.map(document::texts).unwrap_or_default();
                let mut dice = columns::dice(table);
                dice.retain(|die| !given.contains(die) && columns::accepts(table, key, die));
                Input::choice(&label, dice).map(input)
            }
            (Shape::ByDie, item) => {
                let given = |die: &str| item.and_then(|item| item.get(die)).is_some();
                let mut dice = columns::dice(table);
                dice.retain(|die| !given(die) && self.has_room(table, key, die));
                Input::choice("Column", dice).map(input)
            }
            (Shape::List, item) if path.is_empty() => {
                let given = item.map(document::texts).unwrap_or_default();
                let mut parts = choices(element(known));
                parts.retain(|part| !given.contains(part));
                Input::choice(&label, parts).map(input)
            }
            // An element's values are in exactly one of its keys, and each is a section.
            (_, _) if matches!(path.first(), Some(Step::Key(top)) if top == "element") => {
                let is_text = kind == Shape::Scalar && key != "dice";
                (is_text && table.get(key).is_none()).then(|| self.missing(&whole, known))?
            }
            (Shape::List, Some(list)) => self.to_list(&whole, document::length(list), known),
            (Shape::Tables, list) => self.location(&whole, list, known),
            (_, Some(_)) => None,
            (_, None) => self.missing(&whole, known).filter(|_| self.is_apt(path, table, key)),
        }
    }

    /// A key that is missing.
    fn missing(&self, path: &[Step], known: &Json) -> Option<Addition> {
        let label = key_label(path);
        let inputs = match shape(known) {
            Shape::Scalar if known["type"] == "boolean" => Vec::new(),
            Shape::Scalar if choices(known).len() == 1 => Vec::new(),
            Shape::Scalar => {
                let mut input = suggested(path, Input::new(&label, known)?);
                self.limit_ranks(path, &mut input);
                vec![input]
            }
            // The default is more than one entry.
            Shape::List if known["default"].is_array() => Vec::new(),
            Shape::List => vec![entry_input(path, &label, known)?],
            _ => Vec::new(),
        };
        Some(Addition { path: path.to_vec(), label, about: about(known), inputs })
    }

    /// Suits times ranks are at most the cards; a poker deck has four of thirteen.
    fn limit_ranks(&self, path: &[Step], input: &mut Input) {
        let given =
            |key: &str, usual| self.root.get(key).and_then(Item::as_integer).unwrap_or(usual);
        let (usual, most) = match path {
            [Step::Key(key)] if key == "suits" => (4, self.cards / given("ranks", 13).max(1)),
            [Step::Key(key)] if key == "ranks" => (13, self.cards / given("suits", 4).max(1)),
            _ => return,
        };
        input.value = usual.min(most).to_string();
        if let InputKind::Number { high, .. } = &mut input.kind {
            *high = high.map(|high| high.min(most));
        }
    }

    /// Whether a missing key is compatible with the others of the table.
    fn is_apt(&self, path: &[Step], table: &dyn TableLike, key: &str) -> bool {
        let left_off = |part: &str| parts::left_off(table).iter().any(|own| own == part);
        match (path, key) {
            // The pins have a section of their own.
            ([], "pins") => false,
            ([], "yes") => !left_off("toggle"),
            ([], "suits" | "ranks") => !(left_off("rank") && left_off("suit")),
            // A pin table names cards.
            ([], "first_number") => table.get("pins").is_none(),
            ([Step::Key(top)], "at") if top == "shuffle" => table.get("when").is_none(),
            ([Step::Key(top)], _) if top == "shuffle" => false,
            _ => true,
        }
    }

    /// Whether rows of a column have exceptional or critical cells.
    fn has_room(&self, table: &dyn TableLike, key: &str, die: &str) -> bool {
        let sides = columns::sides(die);
        let lowest = *share::one_in(usize::from(sides.max(1)), self.cards as usize).start();
        match key {
            "exceptional_above" => columns::accepts(table, key, die) && lowest > 0,
            _ => true,
        }
    }

    /// A further value of a table of counts.
    fn count(&self, path: &[Step], table: &dyn TableLike, known: &Json) -> Option<Addition> {
        let label = "Value".to_owned();
        let shots = document::shots(path);
        let input = match properties(known) {
            Some(values) => {
                let free = values.keys().filter(|value| table.get(value).is_none());
                Input::choice(&label, free.cloned().collect())?
            }
            None if shots.is_some() => {
                let most = shots.unwrap_or_default();
                let free = (0..=most).rev().map(|hits| hits.to_string());
                Input::choice(
                    "Hits",
                    free.filter(|hits| table.get(hits).is_none()).take(60).collect(),
                )?
            }
            None => {
                let known = ["fog", "snow", "hail", "7"].into_iter();
                let example = known.into_iter().find(|word| table.get(word).is_none());
                Input::text("Value, a word or a number", example.unwrap_or_default())
            }
        };
        let label = if shots.is_some() { "Number of hits".to_owned() } else { label };
        Some(Addition { path: path.to_vec(), about: about(known), label, inputs: vec![input] })
    }

    /// A further hit location, if a step is left.
    fn location(&self, path: &[Step], list: Option<&Item>, known: &Json) -> Option<Addition> {
        let steps = document::tables(list?).into_iter();
        let steps: Option<i64> = steps.map(|rung| rung.get("steps")?.as_integer()).sum();
        let label = key_label(path);
        (steps? < self.cards).then(|| Addition {
            path: path.to_vec(),
            inputs: vec![Input::text(&label, "tail")],
            about: about(known),
            label,
        })
    }
}

/// A further number of shots.
fn burst(path: &[Step], table: &dyn TableLike) -> Option<Addition> {
    let free = [2, 3, 5, 6, 10, 20].into_iter().map(|shots| shots.to_string());
    let value = free.into_iter().find(|shots| table.get(shots).is_none()).unwrap_or_default();
    let kind = InputKind::Number { low: Some(1), high: Some(999), whole: true };
    let input = Input { label: "Shots".to_owned(), value, example: String::new(), kind };
    (!BURSTS.is_passed_by(table.len() + 1)).then(|| Addition {
        path: path.to_vec(),
        label: "Burst".to_owned(),
        about: "A burst of another number of shots, with the hits of the next shorter one."
            .to_owned(),
        inputs: vec![input],
    })
}

fn lower(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::Problems;
    use crate::spec::{PRESETS, Preset, Spec};
    use crate::studio::Edit;
    use crate::studio::edit::edited;
    use crate::studio::form::{Section, sections};
    use crate::studio::texts::Texts;

    fn texts(preset: &Preset) -> Texts {
        let pins = preset.pins.iter().map(|(name, text)| ((*name).to_owned(), Arc::from(*text)));
        Texts { spec: preset.spec.into(), pins: pins.collect::<BTreeMap<_, _>>() }
    }

    fn read(texts: &Texts) -> Result<Spec, Problems> {
        Spec::read("deck.toml", &texts.spec, &mut |name| Ok(texts.pins[name].to_string()))
    }

    /// The entries with which something can be added: every choice, or what is suggested.
    fn entries(addition: &Addition) -> Vec<Vec<String>> {
        let suggested = |input: &Input| match input.value.is_empty() {
            true => input.example.clone(),
            false => input.value.clone(),
        };
        match &addition.inputs[..] {
            [Input { kind: InputKind::Choice { choices }, .. }] => {
                choices.iter().map(|choice| vec![choice.clone()]).collect()
            }
            inputs => vec![inputs.iter().map(suggested).collect()],
        }
    }

    /// The texts after the edit, or the faults of the spec.
    fn made(edit: &Edit, before: &Texts, spec: &Arc<Spec>) -> Result<Texts, String> {
        let after = edited(edit, before, Some(spec), &|_| false);
        let after = after.map_err(|problem| format!("{edit:?}: {problem}"))?;
        read(&after).map_err(|problems| format!("{edit:?}: {problems}"))?;
        if before.spec == after.spec {
            return Err(format!("{edit:?} changes nothing"));
        }
        Ok(after)
    }

    /// Panics with all faults that edits of a preset cause.
    fn check(edits: fn(&[Section]) -> Vec<Edit>) {
        let mut faults = Vec::new();
        for preset in PRESETS {
            let before = texts(preset);
            let spec = Arc::new(read(&before).unwrap());
            let edits = edits(&sections(preset.spec));
            assert!(edits.len() > 15, "{}: {}", preset.name, edits.len());
            let made = edits.iter().map(|edit| made(edit, &before, &spec));
            faults.extend(
                made.filter_map(Result::err).map(|fault| format!("{}: {fault}", preset.name)),
            );
        }
        assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
    }

    #[test]
    fn every_addition_to_every_preset_leaves_no_faults() {
        check(|sections| {
            let additions = sections.iter().flat_map(|section| &section.additions);
            let edits = |addition: &Addition| {
                let path = addition.path.clone();
                let entries = entries(addition).into_iter();
                entries.map(|entries| Edit::Add { path: path.clone(), entries }).collect::<Vec<_>>()
            };
            additions.flat_map(edits).collect()
        });
    }

    #[test]
    fn every_removal_from_every_preset_leaves_no_faults() {
        check(|sections| {
            let fields = sections.iter().flat_map(|section| &section.fields);
            let fields = fields.filter(|field| field.removable).map(|field| &field.path);
            let whole = sections.iter().filter(|section| section.removable);
            let paths = fields.chain(whole.map(|section| &section.path));
            paths.map(|path| Edit::Remove { path: path.clone() }).collect()
        });
    }

    #[test]
    fn a_deck_of_ones_own_is_made_by_additions_alone() {
        let preset = crate::spec::preset("oracle").unwrap();
        let mut texts = texts(preset);
        for (path, entries) in [
            (&["cause", "columns"][..], &["d20"][..]),
            (&["element", "counts"], &["Sky", "blue, grey"]),
            (&["element", "dice"], &["Mood", "2d6"]),
            (&["effect"], &[]),
            (&["words"], &["de"]),
            (&["version"], &["1.0"]),
            (&["credit"], &["Ada Example"]),
            (&["shuffle", "cards_left"], &["18"]),
            (&["penetration"], &[]),
            (&["penetration"], &["3"]),
        ] {
            let path = path.iter().map(|key| Step::Key((*key).to_owned())).collect();
            let entries = entries.iter().map(|entry| (*entry).to_owned()).collect();
            let spec = Arc::new(read(&texts).unwrap());
            texts = made(&Edit::Add { path, entries }, &texts, &spec).unwrap();
        }
        let spec = read(&texts).unwrap();
        assert_eq!(2, spec.cause.columns.len());
        // As the other column: an ordinary die without exceptional cells.
        assert!(spec.cause.columns.iter().all(|column| column.closed && column.plain));
        assert_eq!(5, spec.elements.len());
        assert!(texts.spec.contains("# An ordinary die.\nclosed = [\"d6\", \"d20\"]\n"));
    }
}
