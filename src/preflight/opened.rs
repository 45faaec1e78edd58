//! What one opening of a file gave.

use super::read_back::ReadBack;
use super::report::RuleResult;
use super::seen::Seen;

/// What one opening of a file gave.
pub(super) struct Opened {
    pub(super) rules: Vec<RuleResult>,
    pub(super) read: Option<ReadBack>,
    pub(super) seen: Option<Seen>,
}
