//! Several targets of one question, each with the facts of the table.

use crate::table::questions::field::Field;
use crate::table::questions::question::Inquiry;
use crate::table::questions::values::{Origin, Values};

use super::game::Game;
use super::participants::Participants;

impl Game {
    /// Adds the facts of the table to each target of a fan or a burst, unless the line describes
    /// it. Returns the additions by target.
    pub(super) fn describe_targets(
        &self,
        inquiry: &mut Inquiry,
        participants: &Participants,
    ) -> Vec<(String, String)> {
        let mut added: Vec<(String, String)> = Vec::new();
        let fields = inquiry.spec.fields();
        let field = |name: &str| -> Option<&'static Field> {
            fields.iter().copied().find(|field| field.name == name)
        };
        let (Some(targets), Some(target)) = (field("targets"), field("target")) else {
            return added;
        };
        let values = &mut inquiry.values;
        let described = before(values, target, ':');
        let names = match targets.positional {
            true => before(values, targets, '='),
            false => texts(values, targets),
        };
        let mut distance = None;
        for name in names.into_iter().filter(|name| !described.contains(name)) {
            let Ok(person) = self.person(&name) else { continue };
            let facts = self.participant(&person).description(field("dodge").is_some());
            if facts.is_empty() || before(values, target, ':').contains(&name) {
                continue;
            }
            let words: Vec<String> =
                facts.iter().map(|(fact, value)| format!("{fact} {value}")).collect();
            let words = words.join(", ").replace(" ,", ",").trim_end().to_owned();
            values.add(target, &format!("{name}: {words}"), Origin::Table(name.clone()));
            added.push((name, words));
            let known = facts.iter().find(|(fact, _)| *fact == "distance");
            distance = distance.or(known.map(|(_, metres)| metres.clone()));
        }
        // If all targets have their own distance, the common one is not required.
        if let (Some(field), Some(metres)) = (field("distance"), distance)
            && participants.target.is_none()
            && !values.has("distance")
        {
            values.set(field, vec![metres]);
        }
        added
    }
}

fn texts(values: &Values, field: &Field) -> Vec<String> {
    let texts = values.get(field.name).map(|value| &value.texts[..]).unwrap_or_default();
    texts.iter().map(|text| text.trim().to_owned()).collect()
}

/// The part before a sign in the texts of a field.
fn before(values: &Values, field: &Field, sign: char) -> Vec<String> {
    let texts = texts(values, field);
    texts.iter().filter_map(|text| Some(text.split_once(sign)?.0.trim().to_owned())).collect()
}
