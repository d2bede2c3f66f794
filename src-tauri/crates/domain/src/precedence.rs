//! Which preference wins, and what it overruled: this sentence over stated over confirmed; inferred never acts.
