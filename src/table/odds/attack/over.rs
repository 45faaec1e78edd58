//! The odds of an attack as a table over target numbers or distances.

use crate::table::lookup::TargetNumber;
use crate::table::rules::{DISABLING, Options, RulesError};

use super::super::follow_ups::FollowUps;
use super::super::{Chance, OddsRow, OddsTable, OddsTables};
use super::dice::Dice;
use super::{AttackQuestion, AttackTable, all_wounds};

impl AttackQuestion<'_> {
    /// One row for each target number, which replaces the attack's own: the chances to hit, of each
    /// number of wounds or more and, if rounds are given, that the target is down after them; with
    /// follow-up cards, and with dice.
    ///
    /// # Errors
    /// As [`AttackQuestion::answer`].
    pub fn over_targets(
        &self,
        targets: &[TargetNumber],
        options: &Options,
    ) -> Result<OddsTables, RulesError> {
        let mut follow_ups = FollowUps::new(self.attack.attempt.pool);
        let rows = targets.iter().map(|&tn| {
            let chances = self.chances(&mut follow_ups, tn, options)?;
            Ok(OddsRow { label: tn.to_string(), chances })
        });
        Ok(self.table("TN", rows.collect::<Result<_, RulesError>>()?))
    }

    /// The chances to hit, of each number of wounds or more, and that the target is down.
    fn chances(
        &self,
        follow_ups: &mut FollowUps,
        tn: TargetNumber,
        options: &Options,
    ) -> Result<Vec<Option<Chance>>, RulesError> {
        let dice = Dice::new(self.attack, options);
        let cases = self.cases(&AttackTable::ALL, follow_ups, tn, options)?;
        let mut chances = vec![self.row(&cases, dice.hits(tn), |hit| hit.hits > 0)];
        for wounds in 1..=u32::from(DISABLING) {
            chances
                .push(self.row(&cases, dice.wounds(tn, wounds), |hit| all_wounds(hit) >= wounds));
        }
        if let Some(last) = self.down_rows(&cases, &dice, tn).pop() {
            chances.push(last);
        }
        let chances = chances.into_iter().flat_map(|[_, deck, dice]| [deck, dice]);
        Ok(chances.map(|chance| chance.map(Chance::new)).collect())
    }

    fn table(&self, head: &str, rows: Vec<OddsRow>) -> OddsTables {
        let mut columns = vec!["hit".to_owned(), "dice".to_owned()];
        for wounds in 1..=DISABLING {
            columns.extend([format!("{wounds}+ wounds"), "dice".to_owned()]);
        }
        if self.rounds > 0 {
            columns.extend([format!("down in {}", self.rounds), "dice".to_owned()]);
        }
        let subject = format!("attack with {}", self.attack.attempt.pool.dice());
        self.around(vec![OddsTable { subject, head: head.to_owned(), columns, rows }])
    }
}

/// One row for each distance in metres, with the attack at that distance and its target number; the
/// same chances as over target numbers. None without a distance.
///
/// # Errors
/// As [`AttackQuestion::answer`].
pub fn over_distances(
    attacks: &[(u16, AttackQuestion<'_>)],
    options: &Options,
) -> Result<Option<OddsTables>, RulesError> {
    let Some((_, first)) = attacks.first() else { return Ok(None) };
    let mut follow_ups = FollowUps::new(first.attack.attempt.pool);
    let rows = attacks.iter().map(|(metres, question)| {
        let tn = question.attack.account.tn();
        let chances = question.chances(&mut follow_ups, tn, options)?;
        Ok(OddsRow { label: format!("{metres} m, TN {tn}"), chances })
    });
    let rows = rows.collect::<Result<_, RulesError>>()?;
    Ok(Some(first.table("distance", rows)))
}
