//! Junctions: the street grid with its gap for the river, and the riverside roads' nodes on both banks.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::draft::{Draft, NodeId, Tags, tags};
use super::plan::{AVENUE_EVERY, BANK_M, BLOCK_M, Plan, Point, river_y};

/// Which way an arm of a junction points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arm {
    East,
    North,
    West,
    South,
}

/// A crossing of two streets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Junction {
    /// One node.
    Plain(NodeId),
    /// A roundabout: its nodes at the four arms.
    Round([NodeId; 4]),
}

impl Junction {
    /// The node where the street of this arm ends.
    pub fn arm(&self, arm: Arm) -> NodeId {
        match self {
            Self::Plain(node) => *node,
            Self::Round(nodes) => nodes[arm as usize],
        }
    }
}

/// How important a street is, by its place in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    Avenue,
    Road,
    Street,
}

/// The rank of the nth column or row.
pub(super) fn rank(line: i32) -> Rank {
    if line % AVENUE_EVERY == 0 {
        Rank::Avenue
    } else if line % (AVENUE_EVERY / 2) == 0 {
        Rank::Road
    } else {
        Rank::Street
    }
}

/// Junctions closer to the middle of the river than this are left out, so that none crowds a bank's node.
const CLEAR_M: f64 = BANK_M + 45.0;

/// Radius of a roundabout in metres.
const ROUND_M: f64 = 24.0;

/// The junctions.
pub(super) struct Grid {
    half: i32,
    junctions: Vec<Option<Junction>>,
    south_bank: Vec<NodeId>,
    north_bank: Vec<NodeId>,
    /// Circles of the roundabouts, closed, counter-clockwise, with their class.
    pub circles: Vec<(Vec<NodeId>, Rank)>,
}

impl Grid {
    /// Sets the nodes.
    pub fn new(plan: &Plan, draft: &mut Draft, rng: &mut ChaCha8Rng) -> Self {
        let half = plan.half;
        let mut grid = Self {
            half,
            junctions: Vec::new(),
            south_bank: Vec::new(),
            north_bank: Vec::new(),
            circles: Vec::new(),
        };
        for column in -half..=half {
            for row in -half..=half {
                let junction = grid.junction(column, row, draft, rng);
                grid.junctions.push(junction);
            }
        }
        for column in -half..=half {
            let x = f64::from(column) * BLOCK_M;
            let y = river_y(x);
            grid.south_bank.push(draft.node(Point { x, y: y - BANK_M }, Tags::new()));
            grid.north_bank.push(draft.node(Point { x, y: y + BANK_M }, Tags::new()));
        }
        grid
    }

    fn junction(
        &mut self,
        column: i32,
        row: i32,
        draft: &mut Draft,
        rng: &mut ChaCha8Rng,
    ) -> Option<Junction> {
        let ranks = (rank(column), rank(row));
        // Small streets bend a little, avenues hardly.
        let wobble = |rank: Rank| if rank == Rank::Street { 16.0 } else { 4.0 };
        let at = Point {
            x: f64::from(column) * BLOCK_M + rng.random_range(-1.0..1.0) * wobble(ranks.0),
            y: f64::from(row) * BLOCK_M + rng.random_range(-1.0..1.0) * wobble(ranks.1),
        };
        let round = rng.random_bool(0.12);
        let lights = rng.random_bool(0.5);
        if (at.y - river_y(at.x)).abs() < CLEAR_M {
            return None;
        }
        let inside = column.abs() < self.half && row.abs() < self.half;
        match ranks {
            (Rank::Avenue, Rank::Road) | (Rank::Road, Rank::Avenue | Rank::Road) if round && inside => {
                return Some(self.roundabout(at, draft));
            }
            _ => {}
        }
        let signals = match ranks {
            (Rank::Avenue, Rank::Avenue) => true,
            (Rank::Avenue, Rank::Road) | (Rank::Road, Rank::Avenue) => true,
            (Rank::Road, Rank::Road) => lights,
            _ => false,
        };
        let node_tags = if signals { tags(&[("highway", "traffic_signals")]) } else { Tags::new() };
        Some(Junction::Plain(draft.node(at, node_tags)))
    }

    fn roundabout(&mut self, middle: Point, draft: &mut Draft) -> Junction {
        // Eight nodes from the east, counter-clockwise, as one drives where cars keep right.
        let mut circle: Vec<NodeId> = (0..8)
            .map(|eighth| {
                let angle = f64::from(eighth) * std::f64::consts::FRAC_PI_4;
                draft.node(
                    Point { x: middle.x + ROUND_M * angle.cos(), y: middle.y + ROUND_M * angle.sin() },
                    Tags::new(),
                )
            })
            .collect();
        let arms = [circle[0], circle[2], circle[4], circle[6]];
        circle.push(circle[0]);
        self.circles.push((circle, Rank::Road));
        Junction::Round(arms)
    }

    /// The junction of a column and a row; `None` in the river and outside the city.
    pub fn get(&self, column: i32, row: i32) -> Option<Junction> {
        if column.abs() > self.half || row.abs() > self.half {
            return None;
        }
        let side = 2 * self.half + 1;
        let index = (column + self.half) * side + row + self.half;
        self.junctions.get(usize::try_from(index).ok()?).copied().flatten()
    }

    /// The bank's nodes at a column: south, north.
    pub fn banks(&self, column: i32) -> Option<(NodeId, NodeId)> {
        let index = usize::try_from(column + self.half).ok()?;
        Some((*self.south_bank.get(index)?, *self.north_bank.get(index)?))
    }

    /// The nearest plain junction of two larger roads.
    pub fn major_near(&self, at: Point, draft: &Draft) -> Option<NodeId> {
        let step = AVENUE_EVERY / 2;
        let line = |metres: f64| (metres / BLOCK_M / f64::from(step)).round() as i32 * step;
        let around = |line: i32| [line - 2 * step, line - step, line, line + step, line + 2 * step];
        let candidates = around(line(at.x)).into_iter().flat_map(|column| {
            around(line(at.y)).into_iter().filter_map(move |row| match self.get(column, row) {
                Some(Junction::Plain(node)) => Some(node),
                _ => None,
            })
        });
        candidates.min_by(|a, b| draft.at(*a).distance(at).total_cmp(&draft.at(*b).distance(at)))
    }
}
