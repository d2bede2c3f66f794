//! Asks the router for the plan under any choice of switched-on causes.

use std::sync::Arc;

use domain::{
    Adjustment, Cause, EdgeKey, Route,
    explain::Measured,
    intent::RoutePreference,
    precedence::{Acting, Resolved},
};
use routing::{Budget, NoRoute, Plan, Router, Session, Snap, Subset, Terms, Unknown};

use crate::{AppError, dto::ErrorCode};

/// A route, and the "never" wishes that it breaks because nothing else exists.
pub struct Best {
    pub route: Arc<Route>,
    pub broken: Vec<Cause>,
}

/// One plan's router. Everything that could act is laid over the graph once; each question picks a subset.
pub struct Evaluator<'a> {
    resolved: &'a Resolved,
    session: Session<'a>,
    budget: Budget<'static>,
}

impl<'a> Evaluator<'a> {
    pub fn new(
        router: &'a Router,
        snaps: &'a [Snap],
        resolved: &'a Resolved,
        terms: Terms,
        states: u64,
    ) -> Result<Self, AppError> {
        let plan =
            Plan { waypoints: snaps, adjustments: &resolved.ranked, mode: weighing(resolved.mode), terms };
        Ok(Self { resolved, session: router.session(&plan)?, budget: Budget::of(states) })
    }

    /// The plan when exactly these causes are on; beside [`Resolved::causes`].
    pub fn best(&mut self, on: &[bool]) -> Result<Best, AppError> {
        let acting = self.resolved.acting(on);
        let subset = self.subset(&acting);
        match self.session.route(subset, &mut self.budget) {
            Ok(route) => Ok(Best { route, broken: Vec::new() }),
            Err(NoRoute::Excluded { by, least_violating }) => {
                Ok(Best { route: Arc::from(least_violating), broken: by })
            }
            Err(other) => Err(other.into()),
        }
    }

    /// The same as a measure, for the explanation.
    pub fn measure(&mut self, on: &[bool]) -> Option<Measured> {
        let subset = self.subset(&self.resolved.acting(on));
        match self.session.measure(subset, &mut self.budget) {
            Ok(measured) => Some(measured),
            Err(NoRoute::Excluded { least_violating: route, .. }) => {
                Some(Measured { route: route.id, duration_s: route.duration_s, distance_m: route.distance_m })
            }
            Err(_) => None,
        }
    }

    /// The chosen route and up to `max − 1` others under the same wishes.
    pub fn alternatives(
        &mut self,
        acting: &Acting,
        chosen: &Arc<Route>,
        max: usize,
    ) -> Result<Vec<Arc<Route>>, AppError> {
        if max <= 1 {
            return Ok(vec![Arc::clone(chosen)]);
        }
        let subset = self.subset(acting);
        let mut routes = self.session.alternatives(subset, max, &mut self.budget)?;
        // The explained one is the chosen one.
        routes.retain(|route| route.id != chosen.id);
        routes.insert(0, Arc::clone(chosen));
        routes.truncate(max);
        Ok(routes)
    }

    /// Says that alternatives of this will be wanted too.
    pub fn expect_alternatives(&self, acting: &Acting) {
        self.session.expect_alternatives(self.subset(acting));
    }

    /// A known way as a route of this plan, with what acts weighed; `None` when it leads elsewhere.
    pub fn along(&self, acting: &Acting, edges: &[EdgeKey]) -> Result<Option<Arc<Route>>, Unknown> {
        self.session.along(edges, self.subset(acting))
    }

    fn subset(&self, acting: &Acting) -> Subset {
        let mut left: Vec<&Adjustment> = acting.adjustments.iter().collect();
        let mut subset =
            if acting.mode == RoutePreference::Fastest { Subset::NONE } else { Subset::NONE.with_mode() };
        for (index, wish) in self.resolved.ranked.iter().enumerate() {
            if let Some(at) = left.iter().position(|acting| *acting == wish) {
                left.remove(at);
                subset = subset.with(index);
            }
        }
        subset
    }
}

/// "Off the motorway" is an ordinary wish about motorways by the time precedence has spoken; the router then weighs
/// by time.
fn weighing(mode: RoutePreference) -> RoutePreference {
    match mode {
        RoutePreference::AvoidHighway => RoutePreference::Fastest,
        other => other,
    }
}

impl From<NoRoute> for AppError {
    fn from(error: NoRoute) -> Self {
        match error {
            NoRoute::Unreachable { leg } => {
                Self::new(ErrorCode::NoRoute).with("why", "unreachable").with("leg", leg)
            }
            NoRoute::Excluded { .. } => Self::new(ErrorCode::NoRoute).with("why", "excluded"),
            NoRoute::Budget(routing::OutOfBudget::Cancelled) => Self::new(ErrorCode::Cancelled),
            NoRoute::Budget(routing::OutOfBudget::Spent) => Self::new(ErrorCode::Budget),
            NoRoute::TooFewWaypoints => Self::new(ErrorCode::NoDestination),
            NoRoute::TooManyWishes => Self::bad_request("wishes"),
        }
    }
}

impl From<routing::SnapError> for AppError {
    fn from(error: routing::SnapError) -> Self {
        match error {
            routing::SnapError::TooFar { metres } => {
                Self::new(ErrorCode::NoRoute).with("why", "too_far").with("metres", metres.round())
            }
            routing::SnapError::Closed => Self::new(ErrorCode::NoRoute).with("why", "island"),
            routing::SnapError::NoRoads => Self::new(ErrorCode::NoRoute).with("why", "no_roads"),
        }
    }
}
