//! Questions in the log of a session.

use crate::diagnostic::Problem;
use crate::table::session::Question;

use super::games;
use super::question::Inquiry;
use super::values::Values;

impl Inquiry {
    /// The question as the log of a session keeps it.
    pub fn to_record(&self, who: Option<&str>, target: Option<String>) -> Question {
        Question {
            name: format!("{} {}", self.game, self.spec.name),
            who: who.map(str::to_owned),
            target,
            arguments: self.values.to_json(&self.spec.fields()),
        }
    }

    /// The question of a log.
    ///
    /// # Errors
    /// A problem when there is no such question, or it has no such fields.
    pub fn from_record(record: &Question) -> Result<Self, Problem> {
        let unusable = |why: String| {
            let message =
                format!("the question {:?} of the log cannot be asked: {why}", record.name);
            Problem::new(message)
                .accepts("a log written by this program, or as docs/session-json.md says")
        };
        let (game, spec) = games::find(&record.name)
            .ok_or_else(|| unusable("no question has this name".to_owned()))?;
        let values = Values::from_json(&record.arguments, &spec.fields())
            .map_err(|problem| unusable(problem.to_string()))?;
        Ok(Self { game, spec, values })
    }
}
