//! `docs/json.md`: the reference of all keys, generated from the schemas.

use std::collections::{BTreeMap, BTreeSet};

use schemars::Schema;
use serde_json::{Map, Value};

use super::answers::{AnswerGroup, groups};
use super::{JsonFormat, generator};

/// The reference of the JSON formats in Markdown: a table of keys for each type. Ends in a newline.
pub fn reference() -> String {
    let mut generator = generator();
    let objects = JsonFormat::ALL.map(|format| (format, format.objects(&mut generator)));
    let groups = groups(&mut generator);
    let types = Types::new(generator.take_definitions(true), &objects, &groups);
    let mut page = INTRODUCTION.replace("{values}", &types.value_table());
    for (format, objects) in &objects {
        let mut text: String = objects.iter().map(|object| types.section(object)).collect();
        text.push_str(&types.shared_sections(Some(*format)));
        if *format == JsonFormat::Answer {
            text.extend(groups.iter().map(|group| types.group_section(group)));
        }
        page = page.replace(&format!("{{{format}}}"), &text);
    }
    page = page.replace("{shared}", &types.shared_sections(None));
    page.truncate(page.trim_end().len() + 1);
    page
}

const INTRODUCTION: &str = include_str!("reference.md");

/// The types of all formats.
struct Types {
    definitions: Map<String, Value>,
    /// The kind of answer, by the name of its type.
    kinds: BTreeMap<String, &'static str>,
    /// How many times each type is used.
    uses: BTreeMap<String, usize>,
    /// The formats in which each type is used.
    formats: BTreeMap<String, BTreeSet<&'static str>>,
    /// The types of whole objects.
    objects: BTreeSet<String>,
}

/// A key of an object.
struct Key<'s> {
    name: &'s str,
    description: &'s str,
    /// The schemas of its value in all forms of the object.
    values: Vec<&'s Value>,
    /// The number of forms that must have it.
    required: usize,
    /// The tag of each form that may have it: key and value.
    tags: Vec<(&'s str, &'s str)>,
    /// If it is the tag, its value in each form, with the description of the form.
    forms: Vec<(&'s str, &'s str)>,
}

impl Types {
    fn new(
        definitions: Map<String, Value>,
        objects: &[(JsonFormat, Vec<Schema>)],
        groups: &[AnswerGroup],
    ) -> Self {
        let mut types = Self {
            kinds: BTreeMap::new(),
            uses: BTreeMap::new(),
            formats: BTreeMap::new(),
            objects: BTreeSet::new(),
            definitions,
        };
        let mut names = Vec::new();
        types.definitions.values().for_each(|definition| references(definition, &mut names));
        for (format, schemas) in objects {
            for object in schemas {
                types.objects.extend(referred(object.as_value()).map(str::to_owned));
                types.add_format(*format, object.as_value());
            }
        }
        for (kind, schemas) in groups.iter().flat_map(|group| &group.kinds) {
            for name in schemas.iter().filter_map(|schema| referred(schema.as_value())) {
                types.kinds.insert(name.to_owned(), *kind);
            }
            schemas.iter().for_each(|it| types.add_format(JsonFormat::Answer, it.as_value()));
        }
        for name in names {
            *types.uses.entry(name).or_default() += 1;
        }
        types
    }

    /// Adds a format to the types that a schema uses.
    fn add_format(&mut self, format: JsonFormat, schema: &Value) {
        let mut names = Vec::new();
        references(schema, &mut names);
        for name in names {
            if self.formats.entry(name.clone()).or_default().insert(format.name()) {
                self.add_format(format, &self.definitions[&name].clone());
            }
        }
    }

    /// The number of types that use this type.
    fn uses(&self, name: &str) -> usize {
        self.uses.get(name).copied().unwrap_or_default()
    }

    /// Whether the type is described under a heading of its own.
    fn has_heading(&self, name: &str) -> bool {
        self.has_keys(&self.definitions[name])
            && (self.uses(name) > 1 || self.objects.contains(name) || self.kinds.contains_key(name))
    }

    fn has_keys(&self, schema: &Value) -> bool {
        let schema = self.followed(schema);
        has_own_keys(schema) || variants(schema).any(|variant| self.has_keys(variant))
    }

    /// The schema that a reference refers to.
    fn followed<'s>(&'s self, schema: &'s Value) -> &'s Value {
        referred(schema).map_or(schema, |name| &self.definitions[name])
    }

    /// The table of the types without keys that are used several times.
    fn value_table(&self) -> String {
        let is_value = |name: &&String| !self.has_keys(&self.definitions[*name]);
        let names = self.uses.iter().filter(|(_, uses)| **uses > 1).map(|(name, _)| name);
        let mut text = String::from("| value | form | meaning |\n|---|---|---|\n");
        for name in names.filter(is_value) {
            let schema = &self.definitions[name];
            let form = self.form(&[schema]);
            text.push_str(&format!("| {name} | {form} | {} |\n", meaning(description(schema))));
        }
        text
    }

    /// The sections of the types that only this format uses, or without a format of those that several use.
    fn shared_sections(&self, format: Option<JsonFormat>) -> String {
        let is_here = |name: &&String| match format {
            Some(format) => self.formats[*name].iter().eq([&format.name()]),
            None => self.formats[*name].len() > 1,
        };
        let is_other = |name: &&String| {
            !self.objects.contains(*name)
                && !self.kinds.contains_key(*name)
                && self.has_heading(name)
        };
        let names = self.definitions.keys().filter(is_here).filter(is_other);
        names.map(|name| self.table(&format!("### `{name}`"), &[&self.definitions[name]])).collect()
    }

    /// The section of an object.
    fn section(&self, object: &Schema) -> String {
        let name = referred(object.as_value()).unwrap_or_default();
        self.table(&format!("### `{name}`"), &[&self.definitions[name]])
    }

    fn group_section(&self, group: &AnswerGroup) -> String {
        let kinds = group.kinds.iter().map(|(kind, schemas)| {
            let schemas: Vec<&Value> =
                schemas.iter().map(|schema| self.followed(schema.as_value())).collect();
            self.table(&format!("#### Answer `{kind}`"), &schemas)
        });
        format!("\n### {}\n{}", group.title, kinds.collect::<String>())
    }

    /// A heading, the description of a type and the table of its keys.
    fn table(&self, heading: &str, schemas: &[&Value]) -> String {
        let about = paragraph(description(schemas[0]));
        let mut text =
            format!("\n{heading}\n\n{about}\n\n| key | value | meaning |\n|---|---|---|\n");
        self.rows("", schemas, &mut text);
        text
    }

    /// Adds a row for each key, followed by the rows of its own keys.
    fn rows(&self, prefix: &str, schemas: &[&Value], text: &mut String) {
        for form in schemas.iter().flat_map(|schema| variants(schema)) {
            if !self.has_keys(form) {
                let path = prefix.trim_end_matches('.');
                let about = meaning(description(form));
                text.push_str(&format!("| `{path}` | {} | {about} |\n", self.form(&[form])));
            }
        }
        let (keys, forms) = self.keys(schemas);
        for key in keys {
            let mut value = self.form(&key.values);
            match key.tags[..] {
                [(tag, form)] => value.push_str(&format!("; only with `{tag}` `{form}`")),
                _ if key.required < forms => value.push_str(", or left out"),
                _ => {}
            }
            let path = format!("{prefix}{}", key.name);
            let about = key.meaning();
            text.push_str(&format!("| `{path}` | {value} | {about} |\n"));
            let mut nested = Nested::default();
            key.values.iter().for_each(|value| self.add_nested(value, "", &mut nested));
            if !nested.schemas.is_empty() {
                self.rows(&format!("{path}{}.", nested.suffix), &nested.schemas, text);
            }
        }
    }

    /// The keys of an object that has these schemas, and the number of its forms.
    fn keys<'s>(&'s self, schemas: &[&'s Value]) -> (Vec<Key<'s>>, usize) {
        let (mut keys, mut count) = (Vec::new(), 0);
        for schema in schemas {
            let forms = variants(schema).map(|form| self.followed(form));
            let forms: Vec<&Value> = forms.filter(|form| self.has_keys(form)).collect();
            let of_all = forms.len().max(1);
            add_keys(schema, None, of_all, &mut keys);
            forms.into_iter().for_each(|form| add_keys(form, tag(form), 1, &mut keys));
            count += of_all;
        }
        (keys, count)
    }

    /// The form of a value in words.
    fn form(&self, schemas: &[&Value]) -> String {
        let mut words = Vec::new();
        schemas.iter().for_each(|schema| self.add_forms(schema, &mut words));
        // `null` last.
        words.sort_by_key(|word| word == NULL);
        let mut unique: Vec<String> = Vec::new();
        for word in words {
            if !unique.contains(&word) {
                unique.push(word);
            }
        }
        match &unique[..] {
            [] => "any value".to_owned(),
            [word] => word.clone(),
            [words @ .., last] => format!("{} or {last}", words.join(", ")),
        }
    }

    fn add_forms(&self, schema: &Value, words: &mut Vec<String>) {
        let code = |value: &Value| match value {
            Value::String(text) => format!("`{text}`"),
            other => format!("`{other}`"),
        };
        if let Some(name) = referred(schema) {
            let definition = &self.definitions[name];
            match self.kinds.get(name) {
                Some(kind) => words.push(format!("[`{kind}`](#answer-{kind})")),
                None if self.has_heading(name) => {
                    words.push(format!("[`{name}`](#{})", name.to_lowercase()));
                }
                None if self.has_keys(definition) => words.push("object".to_owned()),
                None if self.uses(name) > 1 => words.push(format!("[{name}](#values)")),
                None => self.add_forms(definition, words),
            }
            return;
        }
        if !schema["const"].is_null() {
            return words.push(code(&schema["const"]));
        }
        if let Some(values) = schema["enum"].as_array() {
            return words.extend(values.iter().map(code));
        }
        if has_own_keys(schema) {
            return words.push("object".to_owned());
        }
        if variants(schema).next().is_some() {
            return variants(schema).for_each(|variant| self.add_forms(variant, words));
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            kind => kind.as_str().into_iter().collect(),
        };
        words.extend(kinds.into_iter().map(|kind| match kind {
            "string" => "text".to_owned(),
            "integer" | "number" => "number".to_owned(),
            "null" => NULL.to_owned(),
            "array" => match schema["prefixItems"].as_array() {
                Some(items) => {
                    let items: Vec<String> = items.iter().map(|item| self.form(&[item])).collect();
                    format!("list: {}", items.join(", "))
                }
                None => format!("list of {}", plural(self.form(&[&schema["items"]]))),
            },
            "object" if schema["additionalProperties"].is_object() => {
                format!("object of {}", plural(self.form(&[&schema["additionalProperties"]])))
            }
            other => other.to_owned(),
        }));
    }

    /// Finds the objects within a value whose keys have no heading of their own.
    fn add_nested<'s>(&'s self, schema: &'s Value, suffix: &'static str, nested: &mut Nested<'s>) {
        if let Some(name) = referred(schema) {
            if !self.has_heading(name) {
                self.add_nested(&self.definitions[name], suffix, nested);
            }
        } else if has_own_keys(schema) || variants(schema).any(has_own_keys) {
            nested.suffix = suffix;
            nested.schemas.push(schema);
        } else if schema["items"].is_object() {
            self.add_nested(&schema["items"], "[]", nested);
        } else if schema["additionalProperties"].is_object() {
            self.add_nested(&schema["additionalProperties"], ".*", nested);
        } else {
            variants(schema).for_each(|variant| self.add_nested(variant, suffix, nested));
        }
    }
}

impl Key<'_> {
    /// The description; if it is the tag, that of each form.
    fn meaning(&self) -> String {
        if self.forms.is_empty() {
            return meaning(self.description);
        }
        let forms =
            self.forms.iter().map(|(value, about)| format!("`{value}`: {}", meaning(about)));
        forms.collect::<Vec<_>>().join("; ")
    }
}

/// Objects within a value.
#[derive(Default)]
struct Nested<'s> {
    /// How the value contains them: `[]` for a list.
    suffix: &'static str,
    schemas: Vec<&'s Value>,
}

const NULL: &str = "`null`";

/// Adds the keys of a form of an object. `forms` is the number of forms for which it stands.
fn add_keys<'s>(
    form: &'s Value,
    tag: Option<(&'s str, &'s str)>,
    forms: usize,
    keys: &mut Vec<Key<'s>>,
) {
    for (name, value) in form["properties"].as_object().into_iter().flatten() {
        let place = keys.iter().position(|key| key.name == name).unwrap_or_else(|| {
            let description = if tag.is_none() { description(form) } else { "" };
            let (values, tags, forms) = Default::default();
            keys.push(Key { name, description, values, required: 0, tags, forms });
            keys.len() - 1
        });
        let key = &mut keys[place];
        if !description(value).is_empty() {
            key.description = description(value);
        }
        key.values.push(value);
        match tag {
            Some((tag, kind)) if tag == name => key.forms.push((kind, description(form))),
            tag => key.tags.extend(tag),
        }
        let required = form["required"].as_array().into_iter().flatten();
        if required.into_iter().any(|required| required == name) {
            key.required += forms;
        }
    }
}

/// The forms of a schema that has several.
fn variants(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten()
}

/// The tag of a form: the key with a constant value, and that value.
fn tag(form: &Value) -> Option<(&str, &str)> {
    let properties = form["properties"].as_object()?;
    properties.iter().find_map(|(name, value)| Some((name.as_str(), value["const"].as_str()?)))
}

/// The name of the type that a schema refers to.
fn referred(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix("#/$defs/")
}

/// The names of all types to which a schema refers.
fn references(schema: &Value, names: &mut Vec<String>) {
    names.extend(referred(schema).map(str::to_owned));
    match schema {
        Value::Object(object) => object.values().for_each(|value| references(value, names)),
        Value::Array(values) => values.iter().for_each(|value| references(value, names)),
        _ => {}
    }
}

fn description(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// The first paragraph of a description, on one line.
fn paragraph(description: &str) -> String {
    let first = description.split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The description as the cell of a table.
fn meaning(description: &str) -> String {
    let text = paragraph(description).replace('|', "\\|");
    text.strip_suffix('.').unwrap_or(&text).to_owned()
}

/// The form of several values.
fn plural(form: String) -> String {
    let (first, rest) = form.split_at(form.find(' ').unwrap_or(form.len()));
    match first {
        "number" | "text" | "object" | "boolean" | "list" => format!("{first}s{rest}"),
        _ => form,
    }
}

/// Whether a schema lists keys itself, not by reference.
fn has_own_keys(schema: &Value) -> bool {
    !schema["properties"].is_null()
}
