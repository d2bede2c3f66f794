//! Streets on the ground, bridges, the tunnel, and turn restrictions.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use super::draft::{Draft, Member, NodeId, Tags, WayId, tags};
use super::grid::{Arm, Grid, Junction, Rank, rank};
use super::plan::{AVENUE_EVERY, BLOCK_M, Plan, Point, RIVER_HALF_M, river_y};
use super::words::{self, Name};

/// The avenue that crosses the river in a tunnel; every second one does so on a bridge.
const TUNNEL_COLUMN: i32 = AVENUE_EVERY;

/// One-way pairs exist within this distance of the middle.
const ONE_WAY_REACH_M: f64 = 3_000.0;

/// What carries a piece of street.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carrier {
    Ground,
    Bridge,
    Tunnel,
}

/// A piece of street between two stops.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    name: Name,
    class: &'static str,
    /// 1 as drawn, −1 against it, 0 both ways.
    oneway: i8,
    carrier: Carrier,
}

/// A node on a street. A roundabout has two: where the street comes in and where it goes on.
#[derive(Clone, Copy, Debug)]
struct Stop {
    enter: NodeId,
    leave: NodeId,
    /// Ways end here, so that restrictions can name them.
    split: bool,
}

impl Stop {
    fn at(node: NodeId) -> Self {
        Self { enter: node, leave: node, split: false }
    }
}

/// The ways that end at a node, each with the node next to the end.
type WayEnds = FxHashMap<NodeId, Vec<(NodeId, WayId)>>;

/// Lays everything on the ground.
pub(super) fn lay(plan: &Plan, grid: &Grid, draft: &mut Draft, rng: &mut ChaCha8Rng) {
    let mut layer = Layer { plan, grid, ends: WayEnds::default() };
    for line in -plan.half..=plan.half {
        layer.column(line, draft, rng);
        layer.row(line, draft, rng);
    }
    layer.riverside(draft);
    for (circle, rank) in &grid.circles {
        let class = class(*rank);
        draft.way(circle.clone(), tags(&[("highway", class), ("junction", "roundabout")]));
    }
    layer.restrictions(draft, rng);
}

struct Layer<'a> {
    plan: &'a Plan,
    grid: &'a Grid,
    ends: WayEnds,
}

fn class(rank: Rank) -> &'static str {
    match rank {
        Rank::Avenue => "primary",
        Rank::Road => "tertiary",
        Rank::Street => "residential",
    }
}

impl Layer<'_> {
    /// A street from south to north.
    fn column(&mut self, column: i32, draft: &mut Draft, rng: &mut ChaCha8Rng) {
        let half = self.plan.half;
        let mut stops: Vec<Stop> = Vec::new();
        let mut pieces: Vec<Option<Piece>> = Vec::new();
        let (mut crossed, river) = (false, river_y(f64::from(column) * BLOCK_M));
        for row in -half..=half {
            let Some(junction) = self.grid.get(column, row) else { continue };
            let stop = self.stop(junction, Arm::South, Arm::North, column, row);
            let north = draft.at(stop.enter).y > river;
            if north && !crossed {
                crossed = true;
                self.cross(column, &mut stops, &mut pieces, rng);
            }
            if !stops.is_empty() && pieces.len() < stops.len() {
                let piece = self.piece(column, row, true, rng);
                self.halfway(&mut stops, &mut pieces, &piece, stop, draft, rng);
                pieces.push(piece);
            }
            stops.push(stop);
        }
        if !crossed {
            self.cross(column, &mut stops, &mut pieces, rng);
        }
        self.write(&stops, &pieces, draft);
    }

    /// A street from west to east; it ends at the river.
    fn row(&mut self, row: i32, draft: &mut Draft, rng: &mut ChaCha8Rng) {
        let half = self.plan.half;
        let mut stops: Vec<Stop> = Vec::new();
        let mut pieces: Vec<Option<Piece>> = Vec::new();
        let mut last: Option<(i32, bool)> = None;
        for column in -half..=half {
            let Some(junction) = self.grid.get(column, row) else { continue };
            let stop = self.stop(junction, Arm::West, Arm::East, column, row);
            let at = draft.at(stop.enter);
            let north = at.y > river_y(at.x);
            if let Some((before, side)) = last {
                let near = before == column - 1 && side == north;
                let piece = if near { self.piece(column, row, false, rng) } else { None };
                self.halfway(&mut stops, &mut pieces, &piece, stop, draft, rng);
                pieces.push(piece);
            }
            last = Some((column, north));
            stops.push(stop);
        }
        self.write(&stops, &pieces, draft);
    }

    fn stop(&self, junction: Junction, enter: Arm, leave: Arm, column: i32, row: i32) -> Stop {
        let major = rank(column) != Rank::Street && rank(row) != Rank::Street;
        Stop { enter: junction.arm(enter), leave: junction.arm(leave), split: major }
    }

    /// The piece that ends at this junction; `None` where a small street has a gap.
    fn piece(&self, column: i32, row: i32, northward: bool, rng: &mut ChaCha8Rng) -> Option<Piece> {
        let (line, along) = if northward { (column, row) } else { (row, column) };
        let rank = rank(line);
        let gap = rng.random_bool(0.1);
        if rank == Rank::Street && gap {
            return None;
        }
        let section = (along - 1).div_euclid(AVENUE_EVERY);
        let avenue_number =
            (line.div_euclid(AVENUE_EVERY) + self.plan.half / AVENUE_EVERY + 1).unsigned_abs() as usize;
        let name = match rank {
            Rank::Avenue if northward => words::avenue(avenue_number),
            Rank::Avenue => words::main_street(avenue_number),
            Rank::Road => words::road(words::spread(line, section / 3, i32::from(northward))),
            Rank::Street => words::street(words::spread(line, section, i32::from(northward))),
        };
        let central = f64::from(column).hypot(f64::from(row)) * BLOCK_M < ONE_WAY_REACH_M;
        let oneway = match (central, line.rem_euclid(AVENUE_EVERY)) {
            (true, 3) => 1,
            (true, 5) => -1,
            _ => 0,
        };
        Some(Piece { name, class: class(rank), oneway, carrier: Carrier::Ground })
    }

    /// Sometimes puts a node halfway along a small street, with a dead end into the block; on avenues sometimes a
    /// shape point.
    fn halfway(
        &self,
        stops: &mut Vec<Stop>,
        pieces: &mut Vec<Option<Piece>>,
        piece: &Option<Piece>,
        next: Stop,
        draft: &mut Draft,
        rng: &mut ChaCha8Rng,
    ) {
        let (chance, side) = (rng.random_range(0.0..1.0), rng.random_bool(0.5));
        let length = rng.random_range(35.0..55.0);
        let (Some(kind), Some(last)) = (piece, stops.last()) else { return };
        let (from, to) = (draft.at(last.leave), draft.at(next.enter));
        let small = kind.class == "residential";
        if chance > if small { 0.16 } else { 0.2 } {
            return;
        }
        let middle = from.between(to, 0.5);
        let node = draft.node(middle, Tags::new());
        if small {
            let distance = from.distance(to).max(1.0);
            let along = Point { x: (to.x - from.x) / distance, y: (to.y - from.y) / distance };
            let end = middle.towards(along, 0.0, if side { length } else { -length });
            let end = draft.node(end, tags(&[("highway", "turning_circle")]));
            let kind = if chance < 0.08 { "living_street" } else { "service" };
            draft.way(vec![node, end], tags(&[("highway", kind)]));
        }
        pieces.push(piece.clone());
        stops.push(Stop::at(node));
    }

    /// From the last stop in the south to the riverside road, over the river if this is an avenue with a bridge, and
    /// on from the northern bank.
    fn cross(
        &self,
        column: i32,
        stops: &mut Vec<Stop>,
        pieces: &mut Vec<Option<Piece>>,
        rng: &mut ChaCha8Rng,
    ) {
        let Some((south, north)) = self.grid.banks(column) else { return };
        let rank = rank(column);
        let joins = rank != Rank::Street || rng.random_bool(0.55);
        let avenue =
            (column.div_euclid(AVENUE_EVERY) + self.plan.half / AVENUE_EVERY + 1).unsigned_abs() as usize;
        let ground = |side: i32| {
            joins.then(|| Piece {
                name: match rank {
                    Rank::Avenue => words::avenue(avenue),
                    Rank::Road => words::road(words::spread(column, side, 7)),
                    Rank::Street => words::street(words::spread(column, side, 7)),
                },
                class: class(rank),
                oneway: 0,
                carrier: Carrier::Ground,
            })
        };
        if !stops.is_empty() {
            pieces.push(ground(0));
        }
        stops.push(Stop { split: true, ..Stop::at(south) });
        let avenue_name = words::avenue(avenue);
        let crossing = |carrier: Carrier, zh: &str, en: &str| {
            Some(Piece {
                name: Name {
                    zh: avenue_name.zh.replace("大道", zh),
                    en: avenue_name.en.replace("Avenue", en),
                },
                class: "primary",
                oneway: 0,
                carrier,
            })
        };
        pieces.push(match rank {
            Rank::Avenue if column == TUNNEL_COLUMN => crossing(Carrier::Tunnel, "隧道", "Tunnel"),
            Rank::Avenue if column.rem_euclid(2 * AVENUE_EVERY) == 0 => {
                crossing(Carrier::Bridge, "大桥", "Bridge")
            }
            _ => None,
        });
        stops.push(Stop { split: true, ..Stop::at(north) });
        pieces.push(ground(1));
    }

    /// Both riverside roads, and the river between them.
    fn riverside(&mut self, draft: &mut Draft) {
        let half = self.plan.half;
        let piece = Piece {
            name: Name::new("滨江路", "Riverside Road"),
            class: "secondary",
            oneway: 0,
            carrier: Carrier::Ground,
        };
        for north in [false, true] {
            let stops: Vec<Stop> = (-half..=half)
                .filter_map(|column| {
                    let (south_node, north_node) = self.grid.banks(column)?;
                    let node = if north { north_node } else { south_node };
                    Some(Stop { split: rank(column) != Rank::Street, ..Stop::at(node) })
                })
                .collect();
            let pieces = vec![Some(piece.clone()); stops.len().saturating_sub(1)];
            self.write(&stops, &pieces, draft);
        }
        let end = self.plan.reach() + 300.0;
        let steps = (end / 90.0) as i32;
        let middle: Vec<Point> = (-steps..=steps)
            .map(|step| f64::from(step) * end / f64::from(steps.max(1)))
            .map(|x| Point { x, y: river_y(x) })
            .collect();
        let bank = |offset: f64| move |p: &Point| Point { x: p.x, y: p.y + offset };
        let mut outline: Vec<Point> = middle.iter().map(bank(RIVER_HALF_M)).collect();
        outline.extend(middle.iter().rev().map(bank(-RIVER_HALF_M)));
        let name = Name::new("老江", "Lao River");
        let mut water = tags(&[("natural", "water"), ("water", "river")]);
        name.tag(&mut water);
        draft.area(&outline, water);
        let nodes = middle.iter().map(|p| draft.node(*p, Tags::new())).collect();
        let mut line = tags(&[("waterway", "river")]);
        name.tag(&mut line);
        draft.way(nodes, line);
    }

    /// Writes a street as ways: a new one where the piece changes, at a split, and after a gap.
    fn write(&mut self, stops: &[Stop], pieces: &[Option<Piece>], draft: &mut Draft) {
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut current: Option<&Piece> = None;
        for (index, piece) in pieces.iter().enumerate() {
            let (Some(from), Some(to)) = (stops.get(index), stops.get(index + 1)) else { break };
            if current != piece.as_ref() || from.split || from.enter != from.leave {
                self.finish(&mut nodes, current, draft);
                current = piece.as_ref();
            }
            if piece.is_none() {
                continue;
            }
            if nodes.is_empty() {
                nodes.push(from.leave);
            }
            nodes.push(to.enter);
        }
        self.finish(&mut nodes, current, draft);
    }

    fn finish(&mut self, nodes: &mut Vec<NodeId>, piece: Option<&Piece>, draft: &mut Draft) {
        let mut nodes = std::mem::take(nodes);
        let (Some(piece), true) = (piece, nodes.len() > 1) else { return };
        if piece.oneway < 0 {
            nodes.reverse();
        }
        let speed = match piece.class {
            "primary" => "60",
            "secondary" => "60",
            "tertiary" => "40",
            _ => "30",
        };
        let mut way_tags = tags(&[("highway", piece.class), ("maxspeed", speed)]);
        piece.name.tag(&mut way_tags);
        if piece.oneway != 0 {
            way_tags.push(("oneway", "yes".to_owned()));
        }
        match piece.carrier {
            Carrier::Ground => {}
            Carrier::Bridge => way_tags.extend(tags(&[("bridge", "yes"), ("layer", "1")])),
            Carrier::Tunnel => way_tags.extend(tags(&[("tunnel", "yes"), ("layer", "-1")])),
        }
        if piece.class == "primary" {
            way_tags.push(("lanes", "4".to_owned()));
        }
        let ends = [nodes.first().zip(nodes.get(1)), nodes.last().zip(nodes.iter().rev().nth(1))];
        let ends = ends.map(|end| end.map(|(node, next)| (*node, *next)));
        let way = draft.way(nodes, way_tags);
        for (node, next) in ends.into_iter().flatten() {
            self.ends.entry(node).or_default().push((next, way));
        }
    }

    /// Turns that are forbidden or prescribed, at some crossings of larger roads and over the bridges.
    fn restrictions(&self, draft: &mut Draft, rng: &mut ChaCha8Rng) {
        let step = AVENUE_EVERY / 2;
        let lines = || (-self.plan.half / step..=self.plan.half / step).map(|line| line * step);
        for (column, row) in lines().flat_map(|column| lines().map(move |row| (column, row))) {
            let (kind, turned) = (rng.random_range(0..40), rng.random_range(0..4));
            let Some(Junction::Plain(node)) = self.grid.get(column, row) else { continue };
            let arms = self.arms(node, draft);
            let arm = |quarter: usize| arms[(quarter + turned) % 4];
            // Seen from arm 0, driving in: 1 is right, 2 straight on, 3 left (arms come counter-clockwise).
            let (restriction, to) = match kind {
                0..=5 => ("no_left_turn", arm(3)),
                6..=8 => ("no_u_turn", arm(0)),
                9 => ("only_straight_on", arm(2)),
                _ => continue,
            };
            if let (Some(from), Some(to)) = (arm(0), to) {
                restrict(draft, restriction, from, Member::Node(node), to);
            }
        }
        // Over the bridge and back along the other bank is a turn that the police does not like.
        for column in -self.plan.half..=self.plan.half {
            let Some((south, north)) = self.grid.banks(column) else { continue };
            let Some(bridge) = self.between(south, north) else { continue };
            let [from, to] = [(south, false), (north, true)].map(|(node, on_north)| {
                let beside = self.grid.banks(column - 1)?;
                self.between(node, if on_north { beside.1 } else { beside.0 })
            });
            if let (Some(from), Some(to)) = (from, to) {
                restrict(draft, "no_u_turn", from, Member::Way(bridge), to);
            }
        }
    }

    /// The way that ends at `node` and comes from `next`.
    fn between(&self, node: NodeId, next: NodeId) -> Option<WayId> {
        self.ends.get(&node)?.iter().find(|(beside, _)| *beside == next).map(|(_, way)| *way)
    }

    /// The ways that end at a node, by the side they come from: east, north, west, south.
    fn arms(&self, node: NodeId, draft: &Draft) -> [Option<WayId>; 4] {
        let at = draft.at(node);
        let mut arms = [None; 4];
        for (next, way) in self.ends.get(&node).into_iter().flatten() {
            let beside = draft.at(*next);
            let (x, y) = (beside.x - at.x, beside.y - at.y);
            let quarter = match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
                (true, true, _) => 0,
                (true, false, _) => 2,
                (false, _, true) => 1,
                (false, _, false) => 3,
            };
            arms[quarter] = Some(*way);
        }
        arms
    }
}

fn restrict(draft: &mut Draft, kind: &str, from: WayId, via: Member, to: WayId) {
    let members = vec![("from", Member::Way(from)), ("via", via), ("to", Member::Way(to))];
    draft.relation(members, tags(&[("type", "restriction"), ("restriction", kind)]));
}
