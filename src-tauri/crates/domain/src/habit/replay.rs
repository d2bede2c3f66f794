//! Drives one after another: which ways are taken again, and which are given up (rules HB1, HB3).

use std::collections::HashSet;

use super::{Drive, Settings, confidence, share};
use crate::{Deviation, EdgeKey};

/// A way that was taken, and whether it was taken often enough in a row to be asked about.
#[derive(Clone, Debug)]
pub(super) struct Track<'d, 'a> {
    /// The edges by which it is known again: those of its first drive, or what the two that made it a habit share.
    pub core: Vec<EdgeKey>,
    /// Its longest road.
    pub road: &'a str,
    /// The drives on it, oldest first.
    pub supports: Vec<&'d Drive<'a>>,
    /// The drives on another way since it is a habit.
    pub against: Vec<&'d Drive<'a>>,
    /// The drive that made it one; `None` for a way that was only taken once in a row.
    pub since: Option<&'d Drive<'a>>,
    /// Drives in a row that left the recommendation for it.
    run: usize,
    /// Drives in a row on other ways.
    others: usize,
}

impl Track<'_, '_> {
    /// How much of the way this deviation has in common with it, 0 to 1.
    fn likeness(&self, deviation: &Deviation) -> f64 {
        if self.core.is_empty() || deviation.taken.is_empty() {
            let same_road = !self.road.is_empty() && self.road == deviation.road;
            return if same_road { 1.0 } else { 0.0 };
        }
        share(&self.core, &deviation.taken)
    }

    /// Whether a drive went this way.
    pub fn is_way_of(&self, drive: &Drive<'_>, settings: &Settings) -> bool {
        drive.apart.is_some_and(|apart| self.likeness(apart) >= settings.same_corridor_share)
    }

    /// Whether the newest drives are so many in a row on it as make a habit.
    pub fn is_fresh(&self, settings: &Settings) -> bool {
        self.run >= settings.drives_to_propose
    }

    fn went_otherwise(&mut self) {
        self.run = 0;
        self.others += 1;
    }

    fn stands(&self, settings: &Settings) -> bool {
        self.since.is_some()
            && self.others < settings.drives_to_change
            && confidence(self.supports.len(), self.against.len(), settings) >= settings.candidate_confidence
    }
}

/// What stands after these drives, all of which teach.
pub(super) fn replay<'d, 'a>(drives: &[&'d Drive<'a>], settings: &Settings) -> Vec<Track<'d, 'a>> {
    let mut tracks: Vec<Track<'d, 'a>> = Vec::new();
    for drive in drives.iter().copied() {
        let likest = drive.apart.and_then(|apart| {
            let likeness = tracks.iter().map(|track| track.likeness(apart)).enumerate();
            let enough = likeness.filter(|(_, share)| *share >= settings.same_corridor_share);
            // Of equals the older one, so that the order of time decides and nothing else.
            enough.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(index, _)| index)
        });
        for (index, track) in tracks.iter_mut().enumerate() {
            if Some(index) == likest {
                go_again(track, drive, settings);
            } else {
                track.went_otherwise();
                if track.since.is_some() {
                    track.against.push(drive);
                }
            }
        }
        let mut index = 0;
        tracks.retain(|track| {
            let keep = Some(index) == likest || track.stands(settings);
            index += 1;
            keep
        });
        if let (None, Some(apart)) = (likest, drive.apart) {
            tracks.push(Track {
                core: apart.taken.clone(),
                road: &apart.road,
                supports: vec![drive],
                against: Vec::new(),
                since: None,
                run: usize::from(drive.left.is_some()),
                others: 0,
            });
        }
    }
    tracks
}

fn go_again<'d, 'a>(track: &mut Track<'d, 'a>, drive: &'d Drive<'a>, settings: &Settings) {
    track.others = 0;
    track.supports.push(drive);
    // Following what is recommended speaks for a way and is no reason to ask about it.
    track.run += usize::from(drive.left.is_some());
    if track.since.is_none() && track.run >= settings.drives_to_propose {
        track.since = Some(drive);
        if let Some(apart) = drive.apart {
            let theirs: HashSet<EdgeKey> = apart.taken.iter().copied().collect();
            track.core.retain(|edge| theirs.contains(edge));
            track.road = &apart.road;
        }
    }
}
