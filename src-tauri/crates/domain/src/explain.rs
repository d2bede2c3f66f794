//! Why a route was chosen: reasons that cite causes and measured differences only.
