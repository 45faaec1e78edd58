//! How a game reads a check. The cards are the same; only the text on the instruction card differs.

/// The rule by which a check succeeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckRule {
    /// A target number, with a bump for each full 4 above it (*Future Imperfect*).
    #[default]
    Bumps,
    /// A target number to reach.
    Reach,
    /// A number not to exceed.
    Under,
    /// Each die that shows its highest number is a success.
    Count,
    /// None: the number itself is the result.
    Figure,
}

impl CheckRule {
    /// Every rule.
    pub const ALL: [Self; 5] = [Self::Bumps, Self::Reach, Self::Under, Self::Count, Self::Figure];

    /// Their names, in the order of [`ALL`](Self::ALL).
    pub const NAMES: [&str; 5] = ["bumps", "reach", "under", "count", "figure"];

    /// The name in spec and `deck.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bumps => "bumps",
            Self::Reach => "reach",
            Self::Under => "under",
            Self::Count => "count",
            Self::Figure => "figure",
        }
    }

    /// The rule with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The names for messages, each in quotes.
    pub(crate) fn accepted() -> String {
        Self::NAMES.map(|name| format!("\"{name}\"")).join(", ")
    }

    /// Whether a check is made against a target number.
    pub fn has_target(self) -> bool {
        matches!(self, Self::Bumps | Self::Reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_found_by_its_name() {
        assert_eq!(CheckRule::NAMES, CheckRule::ALL.map(CheckRule::name));
        for rule in CheckRule::ALL {
            assert_eq!(Some(rule), CheckRule::named(rule.name()));
        }
        assert_eq!(None, CheckRule::named("over"));
    }
}
