//! Names as players type them: in full, or by any unique part.

use crate::diagnostic::Problem;

/// The name that a text means: an equal one, ignoring case, or else the only one in which every
/// word of the text begins a word, in order. None if no name matches.
///
/// # Errors
/// A problem that lists the names if several match.
pub(crate) fn clear<'n>(
    text: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Option<&'n str>, Problem> {
    let text = text.trim().to_lowercase();
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if name.to_lowercase() == text {
            return Ok(Some(name));
        }
        if is_part(&text, name) && !found.contains(&name) {
            found.push(name);
        }
    }
    match found[..] {
        [] => Ok(None),
        [name] => Ok(Some(name)),
        _ => Err(Problem::coded("lookup.name", format!("{text:?} is ambiguous"))
            .accepts(found.join(", "))),
    }
}

/// Whether every word of a lower-case text begins a word of the name, in order.
fn is_part(text: &str, name: &str) -> bool {
    let separate = |letter: char| letter.is_whitespace() || letter == '-';
    let name = name.to_lowercase();
    let mut words = name.split(separate);
    let mut parts = text.split(separate).filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(|part| words.any(|word| word.starts_with(part)))
}

/// The table row with this name, or with a name of which the text is a unique part.
///
/// # Errors
/// A problem that lists all names, or those that match.
pub(crate) fn line_named<'t, T>(
    kind: &str,
    text: &str,
    table: &'t [T],
    name: fn(&T) -> &String,
) -> Result<&'t T, Problem> {
    let names = || table.iter().map(|line| name(line).as_str());
    let whole = clear(text, names())?;
    let line = table.iter().find(|line| Some(name(line).as_str()) == whole);
    line.ok_or_else(|| {
        let names: Vec<&str> = names().collect();
        let accepted = match names.is_empty() {
            true => format!("the {kind}s of a table of your own"),
            false => names.join(", "),
        };
        Problem::coded("lookup.name", format!("no {kind} is named {text:?}")).accepts(accepted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["example rifle", "Example Revolver", "left arm", "left leg"];

    #[test]
    fn a_name_is_known_by_any_part_of_it_that_is_clear() {
        let named = |text: &str| clear(text, NAMES).unwrap();
        for text in ["example revolver", "rev", "EX REV", "example rev"] {
            assert_eq!(Some("Example Revolver"), named(text), "{text}");
        }
        assert_eq!(Some("left leg"), named("l l"));
        for stranger in ["volver", "rifle example", "", " "] {
            assert_eq!(None, named(stranger), "{stranger:?}");
        }
        // A full name is unique even if other names begin with it.
        assert_eq!(Some("sid"), clear("SID", ["sidney", "sid"]).unwrap());
    }

    #[test]
    fn a_part_of_several_names_is_refused_with_all_of_them() {
        let problem = clear("left", NAMES).unwrap_err();
        assert_eq!("\"left\" is ambiguous; accepted: left arm, left leg", problem.to_string());
    }
}
