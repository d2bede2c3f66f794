//! The statements that Laolu writes itself, from rows alone, in both languages (MISSION S0-24).
