//! A look at the health of everything in the data folder.

use crate::{
    App, AppError,
    dto::{DoctorCheckDto, DoctorDto, MeaningDto},
};

/// Lengths of a vector that recall is fast and right with (MISSION S1-27). Others work, and are warned of.
const USUAL_DIMS: std::ops::RangeInclusive<usize> = 256..=512;

/// Memories that are named in one line.
const SHOWN: usize = 5;

impl App {
    /// Checks the memory database, the regions and the model. Changes nothing.
    pub fn doctor(&self) -> Result<DoctorDto, AppError> {
        let report = self.store.doctor()?;
        let mut checks = Vec::new();
        let mut check = |name: &str, ok: bool, detail: String| {
            checks.push(DoctorCheckDto { name: name.to_owned(), ok, detail });
        };
        let rows: u64 = report.counts.iter().map(|(_, count)| count).sum();
        check(
            "memory_database",
            report.problems.is_empty(),
            if report.problems.is_empty() {
                format!("version {}, {} rows, {} bytes", report.version, rows, report.bytes)
            } else {
                report.problems.join("; ")
            },
        );
        check("erasure_finished", !report.erasure_pending, String::new());
        // Asking for the model opens it where that waits for a first use.
        let opened = self.meaning.embedder();
        let unusual = opened.map(|model| model.dims()).filter(|dims| !USUAL_DIMS.contains(dims));
        let unusual = unusual.map(|dims| {
            let (least, most) = (USUAL_DIMS.start(), USUAL_DIMS.end());
            format!("; warning: {dims} numbers a vector, which is outside {least} to {most}")
        });
        let meaning = match self.meaning.state() {
            MeaningDto::Ready => "ready",
            MeaningDto::Loading => "loading",
            MeaningDto::Missing => "missing: recall works by words",
        };
        check(
            "meaning",
            true,
            format!(
                "{meaning}; {} preferences without a vector{}",
                report.without_vector,
                unusual.unwrap_or_default()
            ),
        );
        if let Some((right, all)) = self.similarity()? {
            let doubt = if right * 10 < all * 7 {
                "; warning: this model does not understand these languages"
            } else {
                ""
            };
            let detail =
                format!("{right} of {all} pairs that mean the same are nearest to each other{doubt}");
            check("meaning_similarity", true, detail);
        }
        // A sentence that says "there" or "that one" is understood by nobody later on, and by no model (MISSION S2-08).
        let bare: Vec<String> = self
            .mine()
            .statements(&memory::StatementQuery::default())?
            .iter()
            .filter(|row| {
                row.kind != domain::StatementType::Insight && !extract::self_contained(&row.content)
            })
            .map(|row| domain::MemoryRef::Statement(row.id).to_string())
            .collect();
        let shown = bare.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        let detail = match bare.len() {
            0 => "every memory can be understood by itself".to_owned(),
            many => format!("warning: {many} memories can't be understood by themselves: {shown}"),
        };
        let detail = match self.known_alike()? {
            0 => detail,
            pairs => format!("{detail}; {pairs} pairs say nearly the same"),
        };
        check("memories_alone", true, detail);
        let backups = self.backups()?;
        let newest = backups.last().map(|newest| newest.at);
        check(
            "backups",
            true,
            match newest {
                Some(at) => format!("{} whole, the newest of {at} (UTC seconds)", backups.len()),
                None => "none beside the file".to_owned(),
            },
        );
        for region in self.region_list()? {
            check(
                &format!("region_{}", region.id),
                region.problem.is_empty(),
                if region.problem.is_empty() {
                    format!("{} junctions, {:.0} km of road", region.nodes, region.road_km)
                } else {
                    region.problem
                },
            );
        }
        let (sent, _) = self.network_requests();
        let on = self.settings()?.region_download;
        let may = if on { "regions may be downloaded when asked for" } else { "nothing may be fetched" };
        check("network", true, format!("{sent} requests sent; {may}"));
        Ok(DoctorDto { ok: checks.iter().all(|check| check.ok), checks })
    }
}
