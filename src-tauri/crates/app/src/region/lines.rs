//! Lines of roads, for drawing what a memory is about.

use std::sync::Arc;

use domain::{EdgeKey, LonLat, deviation::EdgeFacts};

use super::LoadedRegion;
use crate::{App, dto::LineDto, plan::line_dto};

impl App {
    /// The lines of some edges, joined where one ends and the next begins.
    pub(crate) fn edge_lines(&self, edges: &[EdgeKey]) -> Vec<LineDto> {
        let Some(region) = self.region_of(edges) else { return Vec::new() };
        let mut lines: Vec<Vec<LonLat>> = Vec::new();
        for line in edges.iter().filter_map(|edge| region.router().edge_geometry(*edge)) {
            match lines.last_mut() {
                Some(last) if last.last() == line.first() => last.extend(line.into_iter().skip(1)),
                _ => lines.push(line),
            }
        }
        lines.iter().map(|line| line_dto(line)).collect()
    }

    /// The lines of a road by name or ref, in all regions.
    pub(crate) fn road_lines(&self, name: &str) -> Vec<LineDto> {
        let mut lines = Vec::new();
        for region in self.regions.all() {
            lines.extend(self.edge_lines(&region.router().edges_of_road(name)));
        }
        lines
    }

    /// The region whose map has these edges.
    pub(crate) fn region_of(&self, edges: &[EdgeKey]) -> Option<Arc<LoadedRegion>> {
        let known = |region: &Arc<LoadedRegion>| {
            edges.iter().take(8).any(|edge| region.router().edge_length_m(*edge).is_some())
        };
        self.regions.all().into_iter().find(known)
    }

    /// Whether most metres of a stretch run along water.
    pub(crate) fn mostly_waterside(&self, target: &domain::Target) -> bool {
        let domain::Target::Section { edges, .. } = target else {
            return *target == domain::Target::Feature(domain::RoadFeature::Waterside);
        };
        let Some(region) = self.region_of(edges) else { return false };
        let facts: Vec<EdgeFacts> = edges.iter().filter_map(|edge| region.edge_facts(*edge)).collect();
        let all: f64 = facts.iter().map(|fact| fact.metres).sum();
        let wet: f64 = facts.iter().filter(|fact| fact.waterside).map(|fact| fact.metres).sum();
        all > 0.0 && wet > all / 2.0
    }
}
