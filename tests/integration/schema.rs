//! The schema of deck specs: presets match it, and so do its examples and defaults.

use std::fs;
use std::path::Path;

use jsonschema::{Validator, draft202012};
use serde_json::Value;

fn parsed(spec: &str) -> Value {
    toml::from_str(spec).unwrap()
}

fn validator(schema: &Value) -> Validator {
    jsonschema::meta::validate(schema).unwrap();
    draft202012::new(schema).unwrap()
}

/// Checks the examples and defaults of a key and of the keys below it; returns their number.
fn check_examples(name: &str, schema: &Value) -> usize {
    let examples = schema["examples"].as_array().into_iter().flatten();
    let values: Vec<&Value> = examples.chain(schema.get("default")).collect();
    let validator = validator(schema);
    for value in &values {
        assert!(validator.is_valid(value), "{name}: {value}");
    }
    let below = schema["properties"].as_object().into_iter().flatten();
    let below = below.map(|(key, schema)| (format!("{name}.{key}"), schema));
    let items = schema.get("items").map(|schema| (format!("{name}[]"), schema));
    values.len()
        + below.chain(items).map(|(name, schema)| check_examples(&name, schema)).sum::<usize>()
}

#[test]
fn presets_and_examples_match_the_schema_and_errors_do_not() {
    let schema: Value = serde_json::from_str(&actiondeck::spec::schema()).unwrap();
    let validator = validator(&schema);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/decks");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_preset = |path: &str| path.ends_with(".toml") && !path.ends_with("-rules.toml");
    let mut presets = 0;
    for path in paths.filter(|path| is_preset(&path.to_string_lossy())) {
        let spec = parsed(&fs::read_to_string(&path).unwrap());
        assert!(validator.is_valid(&spec), "{}", path.display());
        presets += 1;
    }
    assert!(presets >= 5, "{presets}");
    let good = include_str!("../../templates/decks/future-imperfect.toml");
    for (old, new) in [
        ("rows = 5", "rows = 9"),
        ("rows = 5", "rows = \"five\""),
        ("yes = \"even\"", "yes = \"often\""),
        ("\"d12\"", "\"12\""),
        ("-2 = 6", "-20 = 6"),
        ("steps = 1", "step = 1"),
        ("seed = 54", ""),
    ] {
        assert!(good.contains(old), "{old}");
        assert!(!validator.is_valid(&parsed(&good.replacen(old, new, 1))), "{new:?}");
    }
    assert!(check_examples("spec", &schema) > 60);
}
