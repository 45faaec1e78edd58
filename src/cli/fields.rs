//! Fields of questions as clap arguments: one definition for help, completions and manual pages.
//!
//! clap accepts every value here. Values that are missing, invalid or contradictory are reported together by
//! the [`Reader`](crate::table::questions::reader::Reader).

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::table::grammar::spelling;
use crate::table::questions::field::{Choice, Field, FieldKind, Presence};
use crate::table::questions::values::{Origin, Values};

/// A command whose arguments are these fields.
pub fn command(name: &'static str, help: &'static str, fields: &[&'static Field]) -> Command {
    Command::new(name).about(help).args(fields.iter().copied().map(argument))
}

/// A field as an argument.
pub fn argument(field: &'static Field) -> Arg {
    let args = field.hyphenated();
    let argument = Arg::new(field.name).help(field.help.trim());
    let argument = match field.positional {
        true => argument,
        false => {
            argument.aliases(spelling::others(&args)).visible_aliases(field.aliases).long(args)
        }
    };
    if field.is_flag() {
        return argument.action(ArgAction::SetTrue);
    }
    let argument = argument
        .value_name(value_name(field))
        .value_parser(AnyText { choices: choices(field) })
        .action(if field.many { ArgAction::Append } else { ArgAction::Set });
    let argument = match (field.bare, field.many && field.positional) {
        (true, _) => argument.num_args(0..=1),
        (_, true) => argument.num_args(1..),
        _ => argument,
    };
    let argument = match takes_hyphen(field) {
        true if field.positional || field.bare => argument.allow_negative_numbers(true),
        takes_hyphen => argument.allow_hyphen_values(takes_hyphen),
    };
    match field.presence {
        Presence::Default(text) => argument.default_value(text),
        Presence::Required => argument.required(true),
        Presence::RequiredUnless(_) | Presence::Optional => argument,
    }
}

/// The placeholder of a value: for a choice its name, such as `HARM`.
fn value_name(field: &Field) -> String {
    match field.kind {
        FieldKind::Choice(_) if field.value_name() == "WORD" => field.hyphenated().to_uppercase(),
        _ => field.value_name().to_owned(),
    }
}

/// Whether values may begin with a hyphen, as negative numbers do.
const fn takes_hyphen(field: &Field) -> bool {
    match field.kind {
        FieldKind::Number { .. } | FieldKind::Text => true,
        kind => kind.is_card(),
    }
}

const fn choices(field: &Field) -> &'static [Choice] {
    match field.kind {
        FieldKind::Choice(choices) => choices,
        _ => &[],
    }
}

/// Accepts any text, and shows the words of a choice in the help.
#[derive(Clone, Debug)]
struct AnyText {
    choices: &'static [Choice],
}

/// A text of the command line. What is not UTF-8 is not a valid value, and is shown with replacement
/// characters.
#[derive(Clone, Debug)]
struct GivenText(String);

impl TypedValueParser for AnyText {
    type Value = GivenText;

    fn parse_ref(
        &self,
        _: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<GivenText, clap::Error> {
        Ok(GivenText(value.to_string_lossy().into_owned()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.choices.is_empty() {
            return None;
        }
        Some(Box::new(self.choices.iter().map(|choice| {
            let value = PossibleValue::new(choice.name);
            if choice.help.is_empty() { value } else { value.help(choice.help) }
        })))
    }
}

/// The values of these fields on a command line.
pub fn values(matches: &ArgMatches, fields: &[&'static Field]) -> Values {
    let mut values = Values::default();
    let given = fields
        .iter()
        .copied()
        .filter(|field| matches.value_source(field.name) == Some(ValueSource::CommandLine));
    for field in given {
        let texts = match field.is_flag() {
            true => None,
            false => matches.get_many::<GivenText>(field.name),
        };
        let texts: Vec<&str> = texts.into_iter().flatten().map(|text| &*text.0).collect();
        match texts.is_empty() {
            true => values.add(field, "", Origin::Given),
            false => texts.into_iter().for_each(|text| values.add(field, text, Origin::Given)),
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::questions::odds::ODDS;

    /// The values of an odds question on this command line, as JSON.
    fn read(name: &str, line: &[&str]) -> String {
        let spec = ODDS.iter().find(|spec| spec.name == name).expect("a question");
        let command = command("odds", spec.help, &spec.fields()).no_binary_name(true);
        let matches = command.try_get_matches_from(line).expect("a line that clap takes");
        serde_json::to_string(&values(&matches, &spec.fields()).to_json(&spec.fields())).unwrap()
    }

    #[test]
    fn only_given_arguments_are_values() {
        assert_eq!(r#"{"dice":"3d10"}"#, read("", &["3d10"]));
        assert_eq!(
            r#"{"dice":"3d10","tn":[7,-2],"spend_bumps":true}"#,
            read("", &["--tn", "7,-2", "3d10", "--spend-bumps"]),
        );
        assert_eq!(r#"{"armour":-1}"#, read("penetration", &["--armor=-1"]));
    }

    #[test]
    fn clap_refuses_no_value() {
        let line = ["3d10", "--only", "nothing", "--harm", "none", "--rounds", "-x", "--tn", "7"];
        assert_eq!(
            r#"{"dice":"3d10","tn":[7],"rounds":"-x","only":["nothing"],"harm":"none"}"#,
            read("attack", &line),
        );
    }

    #[test]
    fn a_name_that_may_stand_alone_does() {
        assert_eq!(r#"{"dice":"2d8","lowest":true}"#, read("", &["2d8", "--under", "--lowest"]));
        assert_eq!(r#"{"dice":"2d8","under":[3,4]}"#, read("", &["2d8", "--under", "3,4"]));
    }
}
