//! Dice expressions for designer elements: `1d20`, `2d6+1`, `4dF`, `4d6k3`, `2d20kl1`, `3d6!`.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use crate::input::limits::{DICE_RESULTS, DICE_TERMS};
use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Die, Distribution, normalized};

/// Sums of dice and numbers: terms joined by `+` and `-`, each a number or `[count]dSIDES`, with `F` for a
/// Fudge die (−1, 0, +1), `!` for open-ended dice, `kN` to keep the highest N and `klN` to keep the lowest.
/// Equivalent notation of other programs is accepted; [`Display`](fmt::Display) gives this form.
///
/// ```
/// use actiondeck::dice::Expression;
///
/// let stats: Expression = "4d6k3".parse()?;
/// let best = stats.distribution();
/// assert_eq!(best.probability(18), actiondeck::dice::Probability::new(21.into(), 1296.into()));
/// # Ok::<(), actiondeck::dice::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(i64),
    Dice { negative: bool, count: u32, kind: Kind, open_ended: bool, keep: Option<Keep> },
}

/// How many of several dice are summed: the highest or the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Keep {
    dice: u32,
    lowest: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sides(Die),
    Fudge,
}

/// Why a text is not a dice expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    original: String,
    reason: String,
}

impl Fault for ExpressionError {
    fn problem(&self) -> Problem {
        let Self { original, reason } = self;
        Problem::coded(
            "dice.expression",
            format!("{} is not a dice expression: {reason}", quoted(original)),
        )
        .accepts("such as 1d20, 2d6+1, 4dF, 4d6k3, 2d20kl1, 3d6!")
    }
}

fault!(ExpressionError);

impl Expression {
    /// The largest number of dice in one term; with more, the cards are meaningless.
    pub const MAX_DICE: u32 = 20;

    /// The largest sum of one term's closed dice, for the same reason.
    pub const MAX_SUM: u32 = 1000;

    /// The exact distribution. Open-ended dice are expanded until the mass above the highest result is below
    /// a millionth.
    pub fn distribution(&self) -> Distribution {
        let plus = |sum: Distribution, part: &Distribution| sum.plus(part, i64::MAX / 4);
        self.terms.iter().fold(Distribution::certain(0), |sum, term| {
            let (part, times) = term.parts();
            (0..times).fold(sum, |sum, _| plus(sum, &part))
        })
    }
}

impl Term {
    /// A distribution, and the number of independent copies that the term adds. Single dice are added one by
    /// one: their weights are equal, which makes that fast.
    fn parts(&self) -> (Distribution, u32) {
        match *self {
            Self::Number(number) => (Distribution::certain(number), 1),
            Self::Dice { negative, count, kind, open_ended, keep } => {
                let one = match kind {
                    Kind::Fudge => Distribution::from_weights(-1, vec![BigUint::one(); 3])
                        .expect("three equal weights are not nothing"),
                    Kind::Sides(die) if open_ended => {
                        Distribution::open_ended(die, far_enough(die, count))
                    }
                    Kind::Sides(die) => Distribution::die(die),
                };
                let (part, times) = match keep {
                    Some(Keep { dice, lowest: false }) if dice < count => {
                        (keep_highest(&one, count, dice), 1)
                    }
                    Some(Keep { dice, .. }) if dice < count => {
                        let mirrored = one.negated().expect("dice that are kept are closed");
                        let kept = keep_highest(&mirrored, count, dice);
                        (kept.negated().expect("dice that are kept are closed"), 1)
                    }
                    _ => (one, count),
                };
                if negative {
                    (part.negated().expect("open-ended dice are never subtracted"), times)
                } else {
                    (part, times)
                }
            }
        }
    }

    /// The number of results that [`DICE_RESULTS`] limits.
    fn results(&self) -> u32 {
        match *self {
            Self::Number(_) => 0,
            Self::Dice { count, kind, open_ended, keep, .. } => {
                let results = match kind {
                    Kind::Fudge => 3 * count,
                    Kind::Sides(die) if open_ended => far_enough(die, count),
                    Kind::Sides(die) => count * u32::from(die.sides()),
                };
                if keep.is_some() { 2 * results } else { results }
            }
        }
    }
}

/// A result that the sum of `count` open-ended dice exceeds with a chance below one in a million: all dice at
/// their maximum and one of them thrown k more times, with sides^k ≥ 10⁶·count.
fn far_enough(die: Die, count: u32) -> u32 {
    let sides = u64::from(die.sides());
    let mut throws = 1;
    while sides.pow(throws) < 1_000_000 * u64::from(count) {
        throws += 1;
    }
    (count + throws) * sides as u32
}

/// The sum of the highest `keep` of `count` dice. Faces are processed from the highest down; the state is the
/// number of undecided dice, so the work is faces · dice² · sums (the algorithm of Liu, *Icepool*, AIIDE
/// 2022, in its simplest case).
fn keep_highest(one: &Distribution, count: u32, keep: u32) -> Distribution {
    let (count, keep) = (count as usize, keep as usize);
    let lowest = one.lowest() * keep as i64;
    let span = ((one.highest() - one.lowest()) * keep as i64) as usize + 1;
    let binomial = pascal(count);
    // ways[undecided][sum of kept dice above the lowest face]
    let mut ways = vec![vec![BigUint::zero(); span]; count + 1];
    ways[count][0] = BigUint::one();
    let mut faces: Vec<(i64, &BigUint)> = one.iter().collect();
    faces.reverse();
    for (face, weight) in faces {
        let offset = (face - one.lowest()) as usize;
        let mut next = vec![vec![BigUint::zero(); span]; count + 1];
        for (undecided, sums) in ways.iter().enumerate() {
            let room = keep.saturating_sub(count - undecided);
            let mut power = BigUint::one();
            for here in 0..=undecided {
                let factor = &binomial[undecided][here] * &power;
                power *= weight;
                let (shift, sums_after) = (here.min(room) * offset, &mut next[undecided - here]);
                for (sum, way) in sums.iter().enumerate().filter(|(_, way)| !way.is_zero()) {
                    sums_after[sum + shift] += way * &factor;
                }
            }
        }
        ways = next;
    }
    Distribution::from_weights(lowest, ways.swap_remove(0)).expect("some throw always happens")
}

fn pascal(rows: usize) -> Vec<Vec<BigUint>> {
    let mut triangle = vec![vec![BigUint::one()]];
    for row in 1..=rows {
        let above = &triangle[row - 1];
        let inner = (1..row).map(|k| &above[k - 1] + &above[k]);
        let line = std::iter::once(BigUint::one()).chain(inner).chain([BigUint::one()]).collect();
        triangle.push(line);
    }
    triangle
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        let fail = |reason| ExpressionError { original: text.to_owned(), reason };
        let plain = normalized(text);
        if let Some(reason) = unsupported(&plain) {
            return Err(fail(reason.to_owned()));
        }
        let mut terms = Vec::new();
        let (mut negative, mut rest) = match plain.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, plain.strip_prefix('+').unwrap_or(&plain)),
        };
        let mut results = 0;
        loop {
            if DICE_TERMS.is_passed_by(terms.len() + 1) {
                return Err(fail("it has more than 20 terms".to_owned()));
            }
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let term = term(&rest[..end], negative).map_err(fail)?;
            results += term.results();
            if DICE_RESULTS.is_passed_by(results as usize) {
                return Err(fail("all its dice together have more than 3000 results".to_owned()));
            }
            terms.push(term);
            match rest[end..].chars().next() {
                None => return Ok(Self { terms }),
                Some(sign) => {
                    negative = sign == '-';
                    rest = &rest[end + 1..];
                }
            }
        }
    }
}

/// Features of other dice programs that are not supported, by their characters.
fn unsupported(plain: &str) -> Option<&'static str> {
    const SIGNS: [(&[char], &str); 5] = [
        (&['*', '/', '^'], "it cannot be multiplied or divided"),
        (&['<', '>', '='], "it cannot count or compare single dice"),
        (&['(', ')', '{', '}', '[', ']'], "it cannot have brackets or labels"),
        (&[',', ';', '#', '|', '?'], "it is one sum of dice and numbers"),
        (&['.', '~'], "it has whole numbers only"),
    ];
    SIGNS.iter().find(|(signs, _)| plain.contains(*signs)).map(|(_, reason)| *reason)
}

/// Splits a text after its leading digits.
fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()))
}

fn term(text: &str, negative: bool) -> Result<Term, String> {
    let (digits, rest) = split_digits(text);
    if text.is_empty() {
        return Err("a sign has neither a number nor dice beside it".to_owned());
    }
    let Some(rest) = rest.strip_prefix('d') else {
        if !rest.is_empty() {
            return Err(format!("{} is neither dice nor a number", quoted(text)));
        }
        let number = digits.parse().ok().filter(|number: &i64| *number <= 9999);
        let number = number.ok_or("a number is above 9999")?;
        return Ok(Term::Number(if negative { -number } else { number }));
    };
    let count = if digits.is_empty() { Some(1) } else { digits.parse().ok() };
    let count = count
        .filter(|count| (1..=Expression::MAX_DICE).contains(count))
        .ok_or("a term has no dice or more than 20")?;
    let (kind, rest) = match rest.strip_prefix('f') {
        Some(rest) => (Kind::Fudge, rest),
        None => {
            let (sides, rest) = split_digits(rest);
            if sides.is_empty() {
                return Err("a die has no number of sides".to_owned());
            }
            let die = sides.parse().ok().and_then(Die::new);
            (Kind::Sides(die.ok_or("a die has 2 to 1000 sides")?), rest)
        }
    };
    if let Kind::Sides(die) = kind
        && count * u32::from(die.sides()) > Expression::MAX_SUM
    {
        return Err("a term's largest sum is over 1000".to_owned());
    }
    let (open_ended, keep) = modifiers(rest, kind, count)?;
    match (kind, open_ended, keep, negative) {
        (Kind::Fudge, true, _, _) => Err("Fudge dice are not open-ended".to_owned()),
        (_, true, Some(_), _) => Err("open-ended dice are summed, not kept".to_owned()),
        (_, true, _, true) => Err("open-ended dice are not subtracted".to_owned()),
        _ => Ok(Term::Dice { negative, count, kind, open_ended, keep }),
    }
}

/// Parses the modifiers after the sides: whether dice are open-ended, and which are kept.
///
/// Other programs write `!`, `!!`, `e` or `ex` for open-ended dice, with or without the highest number, `k`
/// or `kh` and `kl` to keep dice, `d` or `dl` and `dh` to drop them. The sum does not depend on whether a new
/// throw is a separate die or added to the last.
fn modifiers(text: &str, kind: Kind, count: u32) -> Result<(bool, Option<Keep>), String> {
    let mut rest = text;
    let (mut open_ended, mut keep) = (false, None);
    while !rest.is_empty() {
        let signs = rest.len() - rest.trim_start_matches('!').len();
        let is_letter = |letter: char| letter.is_ascii_alphabetic();
        let end = match signs {
            0 => rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len()),
            _ => signs + usize::from(rest[signs..].starts_with(['p', 'o'])),
        };
        let (name, behind) = rest.split_at(end);
        let (digits, behind) = split_digits(behind);
        let written = &rest[..rest.len() - behind.len()];
        let number: Option<u32> = digits.parse().ok();
        match name {
            "!" | "!!" | "e" | "ex" | "x" => {
                let is_highest = match kind {
                    Kind::Sides(die) => number == Some(die.sides().into()),
                    Kind::Fudge => false,
                };
                if name == "x" && !digits.is_empty() {
                    let reason =
                        "stands for open-ended dice in some programs and for a product in others";
                    return Err(format!("{} {reason}", quoted(written)));
                }
                if !digits.is_empty() && !is_highest {
                    return Err("open-ended dice go on at their highest number only".to_owned());
                }
                if std::mem::replace(&mut open_ended, true) {
                    return Err("dice are marked as open-ended twice".to_owned());
                }
            }
            "k" | "kh" | "kl" | "d" | "dl" | "dh" => {
                let number = if digits.is_empty() { Some(1) } else { number };
                let drops = name.starts_with('d');
                let kept = match number {
                    Some(dropped) if drops => count.checked_sub(dropped).filter(|_| dropped > 0),
                    kept => kept.filter(|kept| *kept <= count),
                };
                let dice = kept.filter(|kept| *kept > 0).ok_or(match drops {
                    true => "it drops no dice or all there are",
                    false => "it keeps no dice or more than there are",
                })?;
                let lowest = matches!(name, "kl" | "dh");
                if keep.replace(Keep { dice, lowest }).is_some() {
                    return Err("the kept dice are given twice".to_owned());
                }
            }
            "r" | "rr" | "ro" | "rl" | "rh" => {
                return Err("dice are not thrown again for single numbers".to_owned());
            }
            "!p" | "!o" | "xo" => {
                return Err("open-ended dice are thrown again and added in full".to_owned());
            }
            _ => return Err(format!("{} after dice is unknown", quoted(rest))),
        }
        rest = behind;
    }
    Ok((open_ended, keep))
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, term) in self.terms.iter().enumerate() {
            let negative = match term {
                Term::Number(number) => *number < 0,
                Term::Dice { negative, .. } => *negative,
            };
            f.write_str(match (place, negative) {
                (_, true) => "-",
                (0, false) => "",
                (_, false) => "+",
            })?;
            match term {
                Term::Number(number) => write!(f, "{}", number.unsigned_abs())?,
                Term::Dice { count, kind, open_ended, keep, .. } => {
                    match kind {
                        Kind::Fudge => write!(f, "{count}dF")?,
                        Kind::Sides(die) => write!(f, "{count}{die}")?,
                    }
                    if *open_ended {
                        f.write_str("!")?;
                    }
                    if let Some(Keep { dice, lowest }) = keep {
                        write!(f, "{}{dice}", if *lowest { "kl" } else { "k" })?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Probability;
    use super::*;

    fn distribution(text: &str) -> Distribution {
        text.parse::<Expression>().unwrap().distribution()
    }

    fn ratio(numerator: i64, denominator: i64) -> Probability {
        Probability::new(numerator.into(), denominator.into())
    }

    #[test]
    fn four_fudge_dice_run_from_minus_four_to_four() {
        let fudge = distribution("4dF");
        assert_eq!((-4, 4), (fudge.lowest(), fudge.highest()));
        assert_eq!(ratio(19, 81), fudge.probability(0));
    }

    #[test]
    fn numbers_and_subtracted_dice_shift_and_mirror() {
        assert_eq!(ratio(1, 6), distribution("d6+10").probability(11));
        assert_eq!(ratio(1, 36), distribution("d6-d6").probability(5));
        assert_eq!(ratio(1, 6), distribution("3-1d6").probability(-3));
    }

    #[test]
    fn keeping_the_highest_agrees_with_enumeration() {
        for (sides, count, keep) in [(4_usize, 3_u32, 2_usize), (6, 4, 3), (3, 5, 1), (2, 6, 4)] {
            let mut hits = vec![0_i64; sides * keep + 1];
            for throw in 0..sides.pow(count) {
                let mut dice: Vec<usize> =
                    (0..count).map(|k| throw / sides.pow(k) % sides + 1).collect();
                dice.sort_unstable();
                hits[dice.iter().rev().take(keep).sum::<usize>()] += 1;
            }
            let kept = distribution(&format!("{count}d{sides}k{keep}"));
            // The lowest dice are the highest of the mirrored distribution.
            let lowest = distribution(&format!("{count}d{sides}kl{keep}"));
            let total = sides.pow(count) as i64;
            for (sum, &hit) in hits.iter().enumerate().skip(keep) {
                assert_eq!(ratio(hit, total), kept.probability(sum as i64), "{sum}");
                let mirrored = ((sides + 1) * keep - sum) as i64;
                assert_eq!(ratio(hit, total), lowest.probability(mirrored), "{mirrored}");
            }
        }
    }

    #[test]
    fn open_ended_dice_are_expanded_to_a_millionth() {
        for text in ["1d2!", "5d6!", "10d100!", "1d1000!+3"] {
            let dice = distribution(text);
            assert!(dice.at_least(dice.highest() + 1) < ratio(1, 100_000), "{text}");
        }
    }

    #[test]
    fn a_sum_of_terms_is_the_sum_of_their_distributions() {
        for text in ["3d6+2d8", "2d6!+3d4-1", "4d6k3+2d6!", "d10-2d6+4dF"] {
            let expression: Expression = text.parse().unwrap();
            let mut terms =
                expression.terms.iter().map(|term| distribution_of_terms(vec![term.clone()]));
            let first = terms.next().unwrap();
            let sum = terms.fold(first, |sum, term| sum.plus(&term, i64::MAX / 4));
            assert_eq!(sum, expression.distribution(), "{text}");
        }
    }

    fn distribution_of_terms(terms: Vec<Term>) -> Distribution {
        Expression { terms }.distribution()
    }

    #[test]
    fn the_terms_of_a_sum_and_their_results_are_limited() {
        let sum = |term: &str, times: usize| vec![term; times].join("+");
        for (term, most) in [("1d6", 20), ("20d50", 3), ("20d50!", 2), ("20d50k19", 1), ("7", 20)] {
            let dice = sum(term, most).parse::<Expression>();
            assert!(dice.is_ok(), "{dice:?}");
            let error = sum(term, most + 1).parse::<Expression>().unwrap_err().to_string();
            let limit = if most == 20 { "more than 20 terms" } else { "more than 3000 results" };
            assert!(error.contains(limit), "{error}");
        }
        // Refused at the first term beyond the limit.
        for times in [2_000, 200_000] {
            assert!(sum("1d6", times).parse::<Expression>().is_err());
            assert!(sum("x", times).parse::<Expression>().is_err());
        }
    }

    #[test]
    fn expressions_read_back() {
        for text in
            ["1d20", "4dF", "2d6+1", "4d6k3", "2d20kl1", "3d6!", "2d8-1d4+3", "7", "1d6-2", "-1d6"]
        {
            assert_eq!(text, text.parse::<Expression>().unwrap().to_string());
        }
    }

    #[test]
    fn malformed_expressions_are_refused() {
        for text in [
            "", "d", "0d6", "21d6", "1d1", "1d6k0", "1d6k2", "dF!", "1d6+", "x", "1d6!k1",
            "1d6-d6!", "99999", "--1", "1d6 1", "2d6!!!", "3d1000", "1d6d1", "4d6k3kl1",
        ] {
            assert!(text.parse::<Expression>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn notation_of_other_programs_is_read() {
        for (text, expected) in [
            ("3 d 6", "3d6"),
            ("3D6", "3d6"),
            ("3W6 + 2", "3d6+2"),
            ("d%", "1d100"),
            ("1d6 \u{2212} 2", "1d6-2"),
            ("4df", "4dF"),
            ("4d6kh3", "4d6k3"),
            ("4d6 k 3", "4d6k3"),
            ("4d6dl1", "4d6k3"),
            ("4d6dl", "4d6k3"),
            ("4d6d1", "4d6k3"),
            ("2d20kh", "2d20k1"),
            ("2d20kl1", "2d20kl1"),
            ("2d20dh1", "2d20kl1"),
            ("3d6!!", "3d6!"),
            ("3d6e", "3d6!"),
            ("3d6ex", "3d6!"),
            ("3d6x", "3d6!"),
            ("3d6!6", "3d6!"),
            ("+3d6", "3d6"),
        ] {
            let read = text.parse::<Expression>().map(|expression| expression.to_string());
            assert_eq!(Ok(expected.to_owned()), read, "{text:?}");
        }
    }

    #[test]
    fn unsupported_notation_is_named() {
        for (text, reason) in [
            ("2d6×10", "it cannot be multiplied or divided"),
            ("5d6>4", "it cannot count or compare single dice"),
            ("{1d6,1d8}kh1", "it cannot have brackets or labels"),
            ("1d6[fire]", "it cannot have brackets or labels"),
            (
                "3d6x6",
                "\"x6\" stands for open-ended dice in some programs and for a product in others",
            ),
            ("3d6!5", "open-ended dice go on at their highest number only"),
            ("3d6!p", "open-ended dice are thrown again and added in full"),
            ("3d6r1", "dice are not thrown again for single numbers"),
            ("4d6d4", "it drops no dice or all there are"),
            ("3d", "a die has no number of sides"),
            ("3d1", "a die has 2 to 1000 sides"),
            ("3d6sa", "\"sa\" after dice is unknown"),
            ("3k6", "\"3k6\" is neither dice nor a number"),
            ("1d6+", "a sign has neither a number nor dice beside it"),
        ] {
            let reported = text.parse::<Expression>().unwrap_err().to_string();
            let expected =
                format!("{} is not a dice expression: {reason}; accepted: ", quoted(text));
            assert!(reported.starts_with(&expected), "{reported}");
        }
    }
}
