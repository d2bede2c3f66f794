//! What was checked, and how a model's distances lie.

use app::dto::{DoctorDto, LangDto, ThresholdDto};

use super::pick;

/// Checks.
pub fn doctor(lang: LangDto, found: &DoctorDto) -> String {
    let mut out: String = found
        .checks
        .iter()
        .map(|check| format!("{} {}  {}\n", if check.ok { "✓" } else { "✗" }, check.name, check.detail))
        .collect();
    out.push_str(if found.ok {
        pick(lang, "一切正常。", "All is well.")
    } else {
        pick(lang, "有问题，见上面打叉的。", "Something is wrong; see the crossed lines.")
    });
    out
}

/// A scan: where the two cross, and a bar for each distance.
pub fn threshold(lang: LangDto, found: &ThresholdDto) -> String {
    let mut out = match lang {
        LangDto::Zh => format!("{}：交点 {:.3}，现用 {:.3}\n", found.model, found.distance, found.in_use),
        LangDto::En => {
            format!("{}: they cross at {:.3}, in use {:.3}\n", found.model, found.distance, found.in_use)
        }
    };
    out.push_str(pick(lang, "距离  漏掉（#）与放进（.）\n", "distance  missed (#) and let in (.)\n"));
    for step in &found.table {
        let bar = |share: f64, mark: &str| mark.repeat((share * 30.0).round() as usize);
        out.push_str(&format!(
            "{:.2}  {:30}  {}\n",
            step.distance,
            bar(step.missed, "#"),
            bar(step.let_in, ".")
        ));
    }
    out
}
