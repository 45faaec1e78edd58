//! Positions of fronts and backs on a page.

use serde::{Deserialize, Serialize};

use super::placed::FaceId;
use crate::preflight::page::Sides;
use crate::preflight::transfer::bits;

/// The positions of fronts and backs on a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::preflight) struct Imposition {
    /// The page, from 1, in files that have several.
    pub page: Option<u32>,
    /// The paper, in the millimetres of the positions.
    #[serde(with = "bits")]
    pub paper: Sides,
    /// The edge on which the file asks printers to flip the paper, if any.
    pub turned_on: Option<Edge>,
    /// Whether the page is cut by marks; `None` if it has too few edges.
    pub is_cut_by_marks: Option<bool>,
    pub fronts: Vec<Front>,
    pub backs: Vec<Back>,
}

/// A front with the back that belongs behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::preflight) struct Front {
    /// Its name in messages: `card 34`.
    pub face: String,
    /// Its centre.
    #[serde(with = "bits")]
    pub at_mm: [f64; 2],
    /// The name of the back in messages: `the back back-red`.
    pub back: String,
    /// The first back that looks the same as its own.
    pub look: FaceId,
}

/// A back that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::preflight) struct Back {
    #[serde(with = "bits")]
    pub at_mm: [f64; 2],
    /// Its name in messages.
    pub back: String,
    /// The first back that looks the same.
    pub look: FaceId,
}

/// An edge on which paper is flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::preflight) enum Edge {
    Long,
    Short,
}
