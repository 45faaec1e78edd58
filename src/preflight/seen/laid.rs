//! Where fronts and backs lie on a page.

use serde::{Deserialize, Serialize};

use super::placed::FaceId;
use crate::preflight::page::Sides;
use crate::preflight::transfer::bits;

/// Where fronts and backs lie on a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::preflight) struct Imposition {
    /// The page, from 1, in files that have several.
    pub page: Option<u32>,
    /// The paper, in the millimetres of the places.
    #[serde(with = "bits")]
    pub paper: Sides,
    /// The edge that the file asks printers to turn it on, if it does.
    pub turned_on: Option<Edge>,
    /// Whether marks stand where its cards are cut, if it has enough edges to tell.
    pub is_cut_by_marks: Option<bool>,
    pub fronts: Vec<Front>,
    pub backs: Vec<Back>,
}

/// A front and the back that belongs behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::preflight) struct Front {
    /// As messages call it: `card 34`.
    pub face: String,
    /// Its middle.
    #[serde(with = "bits")]
    pub at_mm: [f64; 2],
    /// As messages call it: `the back back-red`.
    pub back: String,
    /// The first back that looks the same.
    pub look: FaceId,
}

/// A back as it was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::preflight) struct Back {
    #[serde(with = "bits")]
    pub at_mm: [f64; 2],
    /// As messages call it.
    pub back: String,
    /// The first back that looks the same.
    pub look: FaceId,
}

/// An edge on which paper is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::preflight) enum Edge {
    Long,
    Short,
}
