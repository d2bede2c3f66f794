//! Searching over the states of [`crate::turns`].

pub(crate) mod astar;
pub(crate) mod dijkstra;
pub(crate) mod labels;
