//! What two deviations in a row suggest (MISSION S0-15, S0-49, S0-50).
