//! Against the library that contracts: it customises triangle by triangle.
#![allow(clippy::print_stdout, reason = "a failing seed has to be seen")]

use cch::Cch;
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::{Blocks, Shape};
use crate::hierarchy::{FAR, Up};

const SEED: u64 = 20_261_130;

/// A road network without geometry: arcs, sorted by tail, and where each node lies.
struct Roads {
    tail: Vec<u32>,
    head: Vec<u32>,
    place: Vec<(f32, f32)>,
}

impl Roads {
    /// A grid with holes, some one-way streets, twins, and a few long bridges.
    fn grid(random: &mut StdRng, side: u32) -> Self {
        let mut arcs = Vec::new();
        for node in 0..side * side {
            for (fits, other) in
                [((node + 1) % side != 0, node + 1), (node + side < side * side, node + side)]
            {
                if fits && random.random_bool(0.9) {
                    arcs.push((node, other));
                    if random.random_bool(0.8) {
                        arcs.push((other, node));
                    }
                    if random.random_bool(0.05) {
                        arcs.push((node, other));
                    }
                }
            }
        }
        for _ in 0..side / 8 {
            arcs.push((random.random_range(0..side * side), random.random_range(0..side * side)));
        }
        arcs.retain(|(tail, head)| tail != head);
        arcs.sort_unstable();
        let place = |node: u32| ((node / side) as f32 * 0.001, (node % side) as f32 * 0.001);
        Self {
            tail: arcs.iter().map(|arc| arc.0).collect(),
            head: arcs.iter().map(|arc| arc.1).collect(),
            place: (0..side * side).map(place).collect(),
        }
    }

    fn contract(&self) -> Cch {
        let nodes = self.place.len() as u32;
        let (lat, lon): (Vec<f32>, Vec<f32>) = self.place.iter().copied().unzip();
        let order = cch::inertial_order(nodes, &self.tail, &self.head, &lat, &lon);
        let first_out =
            (0..=nodes).map(|node| self.tail.partition_point(|tail| *tail < node) as u32).collect();
        let graph =
            cch::graph::Graph { first_out, head: self.head.clone(), weight: vec![1; self.head.len()] };
        Cch::build(&graph, &order)
    }
}

/// The arcs' costs before triangles are looked at.
fn initial(cch: &Cch, weights: &[u32]) -> [Vec<u32>; 2] {
    let least = |first: u32, more: &[u32]| {
        let all = std::iter::once(&first).filter(|arc| **arc != u32::MAX).chain(more);
        all.map(|arc| weights[*arc as usize]).min().unwrap_or(FAR)
    };
    let arcs = 0..cch.up_head.len();
    let of = |input: &[u32], first: &[u32], more: &[u32]| {
        let extra = |arc: usize| &more[first[arc] as usize..first[arc + 1] as usize];
        arcs.clone().map(|arc| least(input[arc], extra(arc))).collect()
    };
    [
        of(
            &cch.forward_input_arc_of_cch,
            &cch.first_extra_forward_input_arc_of_cch,
            &cch.extra_forward_input_arc_of_cch,
        ),
        of(
            &cch.backward_input_arc_of_cch,
            &cch.first_extra_backward_input_arc_of_cch,
            &cch.extra_backward_input_arc_of_cch,
        ),
    ]
}

fn shape(cch: &Cch) -> (Vec<Up>, Blocks) {
    let mut up: Vec<Up> =
        cch.up_first_out.iter().map(|first| Up { first: *first, parent: 0, block: 0 }).collect();
    let blocks = Blocks::find(&mut up, &cch.up_head);
    (up, blocks)
}

/// Compares every cost of every arc for some weights, a part of which forbid the edge.
fn check(random: &mut StdRng, roads: &Roads, divided: Option<u64>) -> usize {
    let cch = roads.contract();
    let (up, mut blocks) = shape(&cch);
    if let Some(least) = divided {
        blocks.divide(&up, &cch.up_head, least);
    }
    let forbidden = random.random_range(0.0..0.5);
    let weights: Vec<u32> = roads
        .tail
        .iter()
        .map(|_| if random.random_bool(forbidden) { FAR } else { random.random_range(0..100_000) })
        .collect();
    let expected = cch.customize(&weights);
    let [mut forward, mut backward] = initial(&cch, &weights);
    Shape { up: &up, head: &cch.up_head, blocks: &blocks }.relax(&mut forward, &mut backward);
    assert!(forward == expected.forward, "upwards, {} nodes", roads.place.len());
    assert!(backward == expected.backward, "downwards, {} nodes", roads.place.len());
    blocks.cuts()
}

#[test]
fn customising_by_blocks_equals_customising_by_triangles() {
    println!("seed {SEED}");
    let mut random = StdRng::seed_from_u64(SEED);
    for round in 0..120 {
        let roads = Roads::grid(&mut random, 1 + round % 40);
        check(&mut random, &roads, None);
    }
}

#[test]
fn customising_in_parts_equals_customising_as_one() {
    println!("seed {SEED}");
    let mut random = StdRng::seed_from_u64(SEED ^ 1);
    let mut cuts = 0;
    for round in 0..40 {
        let roads = Roads::grid(&mut random, 10 + round);
        cuts += check(&mut random, &roads, Some(500));
    }
    assert!(cuts > 100, "parts were made: {cuts}");
}

#[test]
fn blocks_of_every_width_meet() {
    println!("seed {SEED}");
    let mut random = StdRng::seed_from_u64(SEED ^ 2);
    // Everything leads to everything: one block as wide as the network, of every remainder of a panel.
    for nodes in 1..70_u32 {
        let arcs = (0..nodes).flat_map(|tail| (0..nodes).map(move |head| (tail, head)));
        let (tail, head) = arcs.filter(|(tail, head)| tail != head).unzip();
        let place = (0..nodes).map(|node| (node as f32 * 0.001, 0.0)).collect();
        check(&mut random, &Roads { tail, head, place }, None);
    }
    check(&mut random, &Roads::grid(&mut StdRng::seed_from_u64(SEED), 150), None);
}
