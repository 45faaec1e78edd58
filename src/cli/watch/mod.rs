//! `actiondeck watch`: keeps the picture of a card up to date while its files are edited, and reports faults
//! without ending.

pub mod change_watcher;
pub mod files;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::deck::{CardNumber, Deck, Digest};
use crate::diagnostic::{Problem, Problems};
use crate::face::{Binder, Drawing, Extra, Faces, Fonts, Selection, Theme};
use crate::generate::{Effort, PreviewCache};
use crate::isolate;
use crate::publish::{Comment, whole_file};
use crate::render::telling_card;
use crate::validate::validate;
use clap::Args;

use super::generate::judged;
use super::output_file::{Kind, OutputFile, Rule};
use super::signals::Shield;
use super::spec_file::read_noting;
use super::{Exit, Failure, clock, console};

use change_watcher::ChangeWatcher;
use files::Files;

/// The polling interval without file events; polling takes a thousandth of a processor.
const EVERY: Duration = Duration::from_millis(50);

/// The arguments of `actiondeck watch`.
#[derive(Debug, Args)]
pub struct WatchArgs {
    /// Spec to watch (.toml), with the tables and the theme it names
    spec: String,
    /// Card to draw; by default one on which every part has something to show
    #[arg(long, value_name = "CARD")]
    card: Option<CardNumber>,
    /// Picture to keep up to date
    #[arg(short, long, value_name = "FILE", default_value = "preview.svg")]
    output: PathBuf,
    /// Replace FILE even if this command did not write it, or it was changed since
    #[arg(long)]
    force: bool,
    /// Polling interval in milliseconds, for folders whose changes the system does not report
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(10..=10_000))]
    every: Option<u64>,
}

/// Watches until it is interrupted.
pub fn run(args: WatchArgs) -> Result<Exit, Failure> {
    let path = Path::new(&args.spec);
    if !path.is_file() {
        let problem = Problem::coded("watch.no-file", format!("{:?} is not a file", args.spec));
        return Err(problem.accepts("the deck.toml that `actiondeck new` writes").into());
    }
    let mut watcher = match args.every {
        Some(every) => ChangeWatcher::polling(Duration::from_millis(every)),
        None => ChangeWatcher::new(EVERY),
    };
    let mut watch =
        Watch { args: &args, previews: PreviewCache::default(), made: None, drawn: None };
    // The path of the picture is checked before the first rebuild.
    OutputFile::prepare(&args.output, watch.rule(&[path]), None)?;
    let mut files = Files::new(vec![path.to_owned()]);
    let mut has_failed = false;
    loop {
        let mut read = Vec::new();
        let begun = clock::now();
        let reported = watch.rebuild(&mut files, &mut read, begun);
        files.keep(read);
        match reported {
            Err(failure) => {
                has_failed = true;
                console::complain(&failure);
                console::answer(&format!("waiting for {}\n", files.listed()))?;
            }
            // After a fault the picture may be unchanged, and then nothing was reported.
            Ok(()) if has_failed => {
                if let Some((_, deck)) = &watch.made {
                    has_failed = false;
                    console::answer(&format!("good again: edition {}\n", deck.edition()))?;
                }
            }
            Ok(()) => {}
        }
        files.wait(&mut watcher);
    }
}

/// The state after the last rebuild.
struct Watch<'t> {
    args: &'t WatchArgs,
    previews: PreviewCache,
    /// The deck of the spec with this digest, from the search.
    made: Option<(Digest, Deck)>,
    /// The card as bound last, its fonts, and the written file.
    drawn: Option<(String, Fonts, Vec<u8>)>,
}

impl Watch<'_> {
    fn rule<'r>(&self, inputs: &'r [&'r Path]) -> Rule<'r> {
        let kind = Kind::Sealed(Comment::Markup, "watch");
        Rule { kind, force: self.args.force, inputs }
    }

    /// Reads the files and rebuilds what depends on a change. The paths of all files it looked for are added
    /// to `read`.
    fn rebuild(
        &mut self,
        files: &mut Files,
        read: &mut Vec<PathBuf>,
        begun: Instant,
    ) -> Result<(), Failure> {
        files.remember();
        let file = read_noting(&self.args.spec, read)?;
        read.extend(file.look_files(None));
        let theme = file.dressed()?;
        read.extend(file.look_files(Some(&theme)));
        // Before the search, which takes seconds, so that a save during it is noticed.
        files.keep(read.clone());
        let spec = &file.spec;
        let known = self.made.take().filter(|(digest, _)| *digest == spec.digest);
        let deck = match known {
            Some((_, deck)) => deck,
            None => {
                let preview = self.previews.preview(spec, spec.seed).map_err(Problem::from)?;
                self.draw(&theme, &file.known_to(preview.deck()), read, begun, "sketched")?;
                let goes_on = || !files.have_changed();
                let settled = self.previews.settled(preview, Effort::Quick, &goes_on);
                let Some(deck) = settled.map_err(Problem::from)? else { return Ok(()) };
                let deck = file.known_to(deck);
                judged(&validate(&deck, Some(spec)));
                deck
            }
        };
        self.draw(&theme, &deck, read, begun, "drawn")?;
        // A save during the search does not affect this rebuild.
        let cards: Vec<CardNumber> = deck.numbers().iter().collect();
        let extras: Vec<Extra> = theme.extras().collect();
        let all = Selection { cards: &cards, extras: &extras, backs: true };
        let goes_on = || !files.have_changed();
        let reported = Faces::fitting_while(&theme, &deck, all, &goes_on).map(|_| ());
        self.made = Some((spec.digest, deck));
        Ok(reported?)
    }

    /// Draws the card, and writes the picture if it has changed.
    fn draw(
        &mut self,
        theme: &Theme,
        deck: &Deck,
        read: &[PathBuf],
        begun: Instant,
        how: &str,
    ) -> Result<(), Failure> {
        let card = match self.args.card {
            Some(card) => card,
            None => telling_card(&Faces::new(theme, deck)?),
        };
        let bound = Binder::new(theme, deck)?.card(deck.card(card));
        if self
            .drawn
            .as_ref()
            .is_some_and(|(drawn, own, _)| *drawn == bound && own == theme.fonts())
        {
            return Ok(());
        }
        let outlined = isolate::run(|| Drawing::read_in(&bound, theme.fonts())?.outlined());
        let picture = outlined.unwrap_or_else(|panic| {
            let message = format!("card {card} cannot be drawn: {panic}");
            Err::<String, Problems>(Problem::coded("face.undrawable", message).into())
        })?;
        let path = &self.args.output;
        let rule = self.rule(&[]);
        let marked = rule.kind.marked(picture.as_bytes());
        let is_ours = self
            .drawn
            .as_ref()
            .is_some_and(|(.., own)| std::fs::read(path).ok().as_ref() == Some(own));
        if is_ours {
            let _shield = Shield::hold();
            let attempt = format!("cannot write {}", path.display());
            whole_file::write(path, &marked).map_err(Failure::file(attempt))?;
        } else {
            let inputs: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
            OutputFile::prepare(path, self.rule(&inputs), None)?.commit(picture.as_bytes())?;
        }
        self.drawn = Some((bound, theme.fonts().clone(), marked));
        let seconds = begun.elapsed().as_secs_f64();
        let edition = deck.edition();
        console::answer(&format!(
            "card {card} of edition {edition} {how} in {}: {seconds:.2} s\n",
            path.display()
        ))
    }
}
