//! A spec with an explanation of every key: the `deck.toml` of a new project.

use crate::deck::Part;

use super::keys::{Key, KeyType, Presence, TOP};

/// The widest line of a comment.
const WIDTH: usize = 96;

/// The text of a built-in spec with an explanation above every key and table, and with its missing keys as
/// commented examples. The values in `changes`, TOML by the key's path such as `print.sheets` or
/// `element.weather.counts`, replace those of the text.
///
/// The text must be formatted like the presets: one key per line, tables with a header line.
pub(super) fn explained(text: &str, changes: &[(&str, String)]) -> String {
    let given: toml::Table = text.parse().unwrap_or_default();
    let mut page = Page { given, changes, lines: Vec::new() };
    let (mut table, mut path) = (Some(TOP), String::new());
    // The id of the element of these lines.
    let mut id = String::new();
    let (mut notes, mut depth, mut is_replaced) = (Vec::new(), 0, false);
    for line in text.lines() {
        let inside = depth > 0;
        depth += nesting(line);
        if inside {
            // The further lines of a list.
            page.lines.extend((!is_replaced).then(|| line.to_owned()));
        } else if line.starts_with('#') {
            notes.push(line);
        } else if let Some(head) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            page.left_out(table, &path);
            path = head.trim_matches(['[', ']']).to_owned();
            depth = 0;
            id.clear();
            let key = find(&path);
            table = key.and_then(|key| inner(&key.takes));
            page.gap();
            page.explain(key, false);
            page.keep(&mut notes);
            page.lines.push(line.to_owned());
        } else if let Some((name, value)) = line.split_once('=') {
            if name.trim() == "id" {
                id = value.trim().trim_matches('"').to_owned();
            }
            let own = join(&path, name.trim());
            page.explain(table.and(find(&own)), true);
            page.keep(&mut notes);
            let changed = if id.is_empty() { own } else { join(&join(&path, &id), name.trim()) };
            let change = page.change(&changed).map(|value| format!("{} = {value}", name.trim()));
            is_replaced = change.is_some();
            page.lines.push(change.unwrap_or_else(|| line.to_owned()));
        } else {
            page.keep(&mut notes);
            page.lines.push(line.to_owned());
        }
    }
    page.left_out(table, &path);
    page.tables_left_out();
    page.lines.join("\n") + "\n"
}

/// The text of a built-in spec without the keys of these parts of the card and without their comments.
pub(super) fn parted(text: &str, without: &[Part]) -> String {
    let is_out = |key: &str| {
        let name = if key == "yes" { Part::Toggle.name() } else { key };
        let has_no_corners = [Part::Rank, Part::Suit].iter().all(|part| without.contains(part));
        has_no_corners && ["suits", "ranks"].contains(&key)
            || without.iter().any(|part| part.name() == name)
    };
    let (mut kept, mut notes) = (String::new(), String::new());
    let (mut in_table, mut out, mut depth) = (false, false, 0);
    for line in text.lines() {
        let inside = depth > 0;
        depth += nesting(line);
        if !inside && line.starts_with('#') {
            notes += &format!("{line}\n");
            continue;
        }
        if let Some(head) = line.strip_prefix('[').filter(|_| !inside) {
            out = is_out(head.trim_end_matches(']'));
            (in_table, depth) = (true, 0);
        } else if !in_table && !inside {
            out = line.split_once('=').is_some_and(|(key, _)| is_out(key.trim()));
        }
        if !out {
            kept += &format!("{notes}{line}\n");
        }
        notes.clear();
    }
    kept + &notes
}

struct Page<'a> {
    given: toml::Table,
    changes: &'a [(&'a str, String)],
    lines: Vec<String>,
}

impl Page<'_> {
    /// Keeps comments of the text, except one that was just written as an explanation.
    fn keep(&mut self, notes: &mut Vec<&str>) {
        if self.lines.ends_with(&notes.iter().map(|&note| note.to_owned()).collect::<Vec<_>>()) {
            notes.clear();
        }
        self.lines.extend(notes.drain(..).map(str::to_owned));
    }

    /// Adds one empty line before the next item.
    fn gap(&mut self) {
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
    }

    fn comment(&mut self, text: &str) {
        let mut line = String::from("#");
        for word in text.split_whitespace() {
            if line.len() + 1 + word.len() > WIDTH {
                self.lines.push(std::mem::replace(&mut line, String::from("#")));
            }
            line.push(' ');
            line.push_str(word);
        }
        self.lines.push(line);
    }

    /// Explains a key; with `whole`, also the keys of inline tables, which have no header line.
    fn explain(&mut self, key: Option<&Key>, whole: bool) {
        let Some(key) = key else { return };
        self.comment(key.about);
        if let Some(keys) = inner(&key.takes).filter(|_| whole) {
            for key in keys {
                self.comment(&format!("- {}: {}", key.name, key.about));
            }
        }
    }

    fn change(&self, path: &str) -> Option<&str> {
        let change = self.changes.iter().find(|(changed, _)| *changed == path);
        change.map(|(_, value)| value.as_str())
    }

    fn is_given(&self, path: &str) -> bool {
        let mut value = None;
        let mut table = Some(&self.given);
        for name in path.split('.') {
            value = table.and_then(|table| table.get(name));
            table = value.and_then(toml::Value::as_table);
        }
        value.is_some()
    }

    /// Adds the keys of a table that the text does not have; tables with their own header lines follow at the
    /// end.
    fn left_out(&mut self, table: Option<&'static [Key]>, path: &str) {
        for key in table.unwrap_or_default() {
            let own = join(path, key.name);
            let headed = matches!(key.takes, KeyType::Table(_) | KeyType::Tables(_));
            if self.is_given(&own) || (headed && path.is_empty()) {
                continue;
            }
            self.gap();
            self.one_left_out(key, &own);
        }
    }

    /// Adds a missing key: as a comment, unless a change sets it.
    fn one_left_out(&mut self, key: &Key, path: &str) {
        self.explain(Some(key), true);
        if let Some(value) = self.change(path) {
            self.lines.push(format!("{} = {value}", key.name));
            return;
        }
        match key.presence {
            Presence::Required => {}
            Presence::Default(default) => self.comment(&format!("Left out: {default}.")),
            Presence::Optional(words) => self.comment(&format!("Left out: {words}.")),
        }
        self.lines.push(format!("#{} = {}", key.name, key.example));
    }

    fn tables_left_out(&mut self) {
        for key in TOP {
            if self.is_given(key.name) {
                continue;
            }
            let (keys, head) = match key.takes {
                KeyType::Table(keys) => (keys, format!("[{}]", key.name)),
                KeyType::Tables(keys) => (keys, format!("[[{}]]", key.name)),
                _ => continue,
            };
            let set = keys.iter().any(|inner| self.change(&join(key.name, inner.name)).is_some());
            self.gap();
            self.explain(Some(key), false);
            self.lines.push(if set { head } else { format!("#{head}") });
            for inner in keys {
                self.one_left_out(inner, &join(key.name, inner.name));
            }
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn inner(takes: &KeyType) -> Option<&'static [Key]> {
    match *takes {
        KeyType::Table(keys) | KeyType::Tables(keys) => Some(keys),
        _ => None,
    }
}

fn find(path: &str) -> Option<&'static Key> {
    let mut keys = Some(TOP);
    let mut found = None;
    for name in path.split('.') {
        found = keys.and_then(|keys| keys.iter().find(|key| key.name == name));
        keys = found.and_then(|key| inner(&key.takes));
    }
    found
}

/// The number of brackets that a line opens minus those it closes, outside texts and comments.
fn nesting(line: &str) -> i32 {
    let (mut depth, mut quoted) = (0, false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => break,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::super::{PRESETS, Spec, preset};
    use super::*;

    #[test]
    fn an_explained_preset_makes_the_same_cards() {
        for preset in PRESETS {
            let text = explained(preset.spec, &[]);
            let spec = Spec::read("deck.toml", &text, &mut |name| {
                let known = preset.pins.iter().find(|(file, _)| *file == name);
                known.map(|(_, text)| (*text).to_owned()).ok_or_else(String::new)
            });
            let spec = spec.unwrap_or_else(|problems| panic!("{problems}\n{text}"));
            assert_eq!(preset.spec().unwrap().digest, spec.digest, "{text}");
        }
    }

    #[test]
    fn no_explanation_occurs_twice_in_a_row() {
        for preset in PRESETS {
            let text = preset.explained(&[], &[]);
            let lines: Vec<&str> = text.lines().collect();
            let twice =
                lines.windows(2).find(|pair| pair[0] == pair[1] && pair[0].starts_with('#'));
            assert_eq!(None, twice, "{}", preset.name);
        }
    }

    #[test]
    fn every_key_is_explained_and_shown() {
        fn check(keys: &[Key], plain: &str, text: &str) {
            for key in keys {
                assert!(plain.contains(key.about), "{} is not explained", key.name);
                let shown = [
                    format!("{} =", key.name),
                    format!("[{}", key.name),
                    format!(".{}]", key.name),
                ];
                assert!(
                    shown.iter().any(|shown| text.contains(shown)),
                    "{} is not shown",
                    key.name
                );
                if let Some(keys) = inner(&key.takes) {
                    check(keys, plain, text);
                }
            }
        }
        for preset in PRESETS {
            let text = explained(preset.spec, &[]);
            let words: Vec<&str> = text
                .lines()
                .flat_map(|line| line.trim_start_matches('#').split_whitespace())
                .collect();
            check(TOP, &words.join(" "), &text);
        }
    }

    #[test]
    fn commented_keys_are_valid_without_the_comment_mark() {
        let text = explained(preset("true-dice").unwrap().spec, &[]);
        let used = text
            .replace("#[[element]]", "[[element]]")
            .replace("#id = ", "id = ")
            .replace("#texts = ", "texts = ")
            .replace("#[print]", "[print]")
            .replace("#sheets = [\"sheets/a4-3x3.toml\", \"single\"]", "sheets = [\"single\"]")
            .replace("#scatter = ", "scatter = ");
        assert_ne!(text, used);
        let spec = Spec::read("deck.toml", &used, &mut |_| Err(String::new()));
        let spec = spec.unwrap_or_else(|problems| panic!("{problems}\n{used}"));
        assert_eq!((1, 1), (spec.elements.len(), spec.sheets.len()));
    }

    #[test]
    fn an_omitted_part_has_no_keys() {
        for preset in PRESETS {
            let own = preset.spec().unwrap().without;
            let with = |parts: &[Part]| {
                let all = parts.iter().chain(&own).collect::<std::collections::BTreeSet<_>>();
                let names: Vec<&str> = all.into_iter().map(|part| part.name()).collect();
                let text = preset.explained(&[("without", format!("{names:?}"))], parts);
                let pins = "card,grid,row,column,value,note\n";
                let spec = Spec::read("deck.toml", &text, &mut |_| Ok(pins.to_owned()));
                spec.unwrap_or_else(|problems| panic!("{}: {problems}\n{text}", preset.name))
            };
            for part in Part::ALL {
                assert!(!with(&[part]).has(part), "{part} of {}", preset.name);
            }
            let fields = with(&Part::ALL).layout().fields();
            assert!(fields.iter().all(|field| field.part().is_none()), "{fields:?}");
        }
    }

    #[test]
    fn a_change_replaces_a_value_or_sets_a_missing_key() {
        let changes =
            [("theme", "\"mine\"".to_owned()), ("print.sheets", "[\"single\"]".to_owned())];
        let text = explained(preset("true-dice").unwrap().spec, &changes);
        let spec = Spec::read("deck.toml", &text, &mut |_| Err(String::new())).unwrap();
        assert_eq!(("mine", 1), (spec.theme.name.as_str(), spec.sheets.len()));
    }
}
