//! `lookup d6 initiative 34 3D+1 --search 5D --agility 4D --points 11,12`.

use crate::diagnostic::Problems;
use crate::rules::d6::{Initiative, InitiativeAnswer};
use clap::Args;

use super::roll::CodeArgs;
use crate::cli::lookup::setting::Setting;

/// What was typed. The code is Perception.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    code: CodeArgs,
    /// Search skill: +1 for every 2D over Perception
    #[arg(long, value_name = "CODE")]
    search: Option<String>,
    /// Agility: +1 for every 4D
    #[arg(long, value_name = "CODE")]
    agility: Option<String>,
    /// A card for each Character Point spent
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    points: Vec<String>,
}

impl Typed {
    /// The initiative total.
    pub fn answer(&self, setting: &Setting) -> Result<InitiativeAnswer, Problems> {
        let mut meaning = setting.meaning();
        let code = self.code.meant(&mut meaning);
        let search = meaning.of_option(self.search.as_deref());
        let agility = meaning.of_option(self.agility.as_deref());
        let points = meaning.cards(&self.points);
        let answer = code.zip(search).zip(agility.zip(points)).and_then(
            |(((cards, perception), search), (agility, points))| {
                let deck = &setting.deck;
                let question = Initiative { deck, perception, cards, search, agility, points };
                meaning.keep(question.answer(&setting.options))
            },
        );
        meaning.settled(answer)
    }
}
