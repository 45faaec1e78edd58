//! Every key of a spec, with what it takes and means: the one list that the reader checks against.

/// One key of a table.
pub(super) struct Key {
    pub name: &'static str,
}

const fn key(name: &'static str) -> Key {
    Key { name }
}

pub(super) const TOP: &[Key] = &[
    key("format"),
    key("name"),
    key("abbreviation"),
    key("theme"),
    key("seed"),
    key("yes"),
    key("pins"),
    key("cause"),
    key("effect"),
    key("hit"),
    key("burst"),
    key("penetration"),
    key("scatter"),
    key("failure"),
    key("unintended"),
    key("element"),
    key("limits"),
];

pub(super) const CAUSE: &[Key] =
    &[key("columns"), key("rows"), key("exceptional"), key("exceptional_above"), key("critical")];

pub(super) const EFFECT: &[Key] = &[key("columns"), key("rows"), key("closed")];

pub(super) const HIT: &[Key] = &[key("ladder"), key("reads"), key("sides")];

pub(super) const RUNG: &[Key] = &[key("location"), key("steps"), key("sided"), key("prone")];

pub(super) const ELEMENT: &[Key] =
    &[key("id"), key("label"), key("dice"), key("counts"), key("texts")];

pub(super) const LIMITS: &[Key] = &[
    key("threshold"),
    key("effect"),
    key("chain"),
    key("increment_r"),
    key("worst_r"),
    key("rms_r"),
    key("joint_rms"),
    key("joint_worst"),
];
