//! `actiondeck man`: the manual page, in roff.

use crate::publish::Comment;
use clap::Args;
use clap::builder::Resettable;

use super::output_file::{Kind, OutputArgs};
use super::{Exit, Failure};

/// The arguments of `actiondeck man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Command to describe, such as: lookup check; without one, the whole program
    command: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the page.
pub fn run(args: ManArgs, mut root: clap::Command) -> Result<Exit, Failure> {
    root.build();
    let mut described = &root;
    for name in &args.command {
        described = described.find_subcommand(name).ok_or_else(|| {
            let names: Vec<&str> =
                described.get_subcommands().map(clap::Command::get_name).collect();
            let message = format!("{} has no command {name:?}", described.get_name());
            crate::diagnostic::Problem::coded("argument.command", message).accepts(names.join(", "))
        })?;
    }
    let mut page = Vec::new();
    // The text below the help of the whole program has its own section here.
    clap_mangen::Man::new(described.clone().after_help(Resettable::Reset))
        .render(&mut page)
        .map_err(Failure::file("cannot write the manual page"))?;
    if let Some(exit_codes) = described.get_after_help() {
        let text = exit_codes.to_string();
        page.extend(section("EXIT STATUS", text.lines().skip(1).map(str::trim)).bytes());
    }
    if let Some((_, examples)) = EXAMPLES.iter().find(|(name, _)| *name == described.get_name()) {
        page.extend(section("EXAMPLES", examples.iter().copied()).bytes());
    }
    args.output.write(Kind::Sealed(Comment::Roff, "man"), &page)?;
    Ok(Exit::Holds)
}

/// A preformatted section.
fn section<'l>(title: &str, lines: impl Iterator<Item = &'l str>) -> String {
    let lines = lines.map(|line| format!("{}\n", line.replace('\\', "\\e").replace('-', "\\-")));
    format!(".SH \"{title}\"\n.nf\n{}.fi\n", lines.collect::<String>())
}

/// Examples by the name of the command.
const EXAMPLES: [(&str, &[&str]); 12] = [
    (
        "actiondeck",
        &[
            "actiondeck lookup card 34",
            "actiondeck play",
            "actiondeck new mine",
            "actiondeck build mine/deck.toml -o mine/output",
        ],
    ),
    (
        "build",
        &["actiondeck build", "actiondeck build deck.toml --from output/deck.json -o second"],
    ),
    ("companion", &["actiondeck companion output/deck.json -o companion.html"]),
    ("diff", &["actiondeck diff output/deck.json second/deck.json --render reprint"]),
    ("generate", &["actiondeck generate deck.toml --effort quick -o trial.json"]),
    ("lookup", &["actiondeck lookup card 34", "actiondeck lookup check 34 3d10 --tn 7"]),
    ("new", &["actiondeck new mine --columns d6,d20 --rows 4"]),
    ("odds", &["actiondeck odds 3d10 --tn 7", "actiondeck odds 3d10 --discarded 3,10,34-36"]),
    ("play", &["actiondeck play"]),
    ("preflight", &["actiondeck preflight output/print --deck output/deck.json"]),
    ("render", &["actiondeck render output/deck.json --only 3,10,34-36 -o again"]),
    ("validate", &["actiondeck validate trial.json --spec deck.toml --html report.html"]),
];

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_example_is_a_line_of_its_command() {
        for (name, examples) in EXAMPLES {
            for example in examples {
                let words: Vec<&str> = example.split(' ').collect();
                assert!(name == "actiondeck" || words[1] == name, "{example}");
                let parsed = super::super::Cli::command().try_get_matches_from(words);
                assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
            }
        }
    }
}
