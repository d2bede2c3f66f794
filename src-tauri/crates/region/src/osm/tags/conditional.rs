//! Values that hold at some times only: `no @ (Mo-Fr 07:00-10:00); destination @ (Sa)`.
//! <https://wiki.openstreetmap.org/wiki/Conditional_restrictions>

/// A value and the condition under which it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause<'a> {
    /// What holds then.
    pub value: &'a str,
    /// When, as written, without the parentheses around it.
    pub condition: &'a str,
}

/// The clauses of a `:conditional` value in their order; of several that hold, the last counts. A part without a
/// condition says nothing.
pub fn clauses(text: &str) -> impl Iterator<Item = Clause<'_>> {
    parts(text).filter_map(|part| {
        let (value, condition) = part.split_once('@')?;
        let (value, condition) = (value.trim(), condition.trim());
        let inner = condition.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let condition = inner.unwrap_or(condition).trim();
        (!value.is_empty() && !condition.is_empty()).then_some(Clause { value, condition })
    })
}

/// Cut at every `;` outside of parentheses: opening hours inside them use it too.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    text.split(move |letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        letter == ';' && depth <= 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_at_semicolons_outside_of_parentheses() {
        let check = |text: &str, expected: &[(&str, &str)]| {
            let found: Vec<_> = clauses(text).map(|clause| (clause.value, clause.condition)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("no @ (Mo-Fr 07:00-10:00)", &[("no", "Mo-Fr 07:00-10:00")]);
        check("no@Sa", &[("no", "Sa")]);
        check(
            "no @ (Mo 07:00-08:00; Tu 09:00-10:00); yes @ (weight < 3.5)",
            &[("no", "Mo 07:00-08:00; Tu 09:00-10:00"), ("yes", "weight < 3.5")],
        );
        check("only_left_turn   @ ( Sa-Su )", &[("only_left_turn", "Sa-Su")]);
        check("no", &[]);
        check("no @ ()", &[]);
        check("@ (Mo)", &[]);
        check("no @ (Mo-Fr", &[("no", "(Mo-Fr")]);
    }
}
