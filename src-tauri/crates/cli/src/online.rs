//! What can be downloaded, and how far a download is, in words.

use std::fmt::Write as _;

use app::dto::{DownloadSizeDto, LangDto, OnlineListDto, ProgressDto};

use crate::show::pick;

/// Keeps the regions whose name, id or code holds the text.
pub fn narrow(list: &mut OnlineListDto, text: &str) {
    let text = text.trim().to_lowercase();
    let holds = |word: &String| word.to_lowercase().contains(&text);
    list.regions.retain(|region| {
        holds(&region.name)
            || holds(&region.id)
            || region.codes.iter().any(|code| code.to_lowercase() == text)
    });
}

/// The list, parts under what they are a part of.
pub fn list(lang: LangDto, list: &OnlineListDto) -> String {
    if list.at.is_none() {
        return if list.on {
            pick(
                lang,
                "还没有取过列表：laolu region list --online --refresh",
                "No list was fetched yet: laolu region list --online --refresh",
            )
        } else {
            pick(
                lang,
                "下载功能没有打开。打开：laolu settings set region_download on，再 laolu region list --online --refresh。",
                "Downloading is off. Switch it on with laolu settings set region_download on, then laolu region list --online --refresh.",
            )
        }
        .to_owned();
    }
    let mut out = String::new();
    for region in list.regions.iter().filter(|region| region.downloadable) {
        let state = if region.installed {
            pick(lang, "  ✓ 已安装", "  ✓ installed").to_owned()
        } else if region.have_bytes > 0 {
            let mb = megabytes(region.have_bytes);
            match lang {
                LangDto::Zh => format!("  已下 {mb}"),
                LangDto::En => format!("  {mb} here"),
            }
        } else {
            String::new()
        };
        let _ = writeln!(out, "{:<28} {}{state}", region.id, region.name);
    }
    if out.is_empty() {
        pick(lang, "列表里没有这样的地区。", "The list has no such region.").clone_into(&mut out);
    }
    out
}

/// A size.
pub fn size(lang: LangDto, size: &DownloadSizeDto) -> String {
    let whole = size.bytes.map_or_else(|| pick(lang, "大小未知", "size unknown").to_owned(), megabytes);
    let mut out = format!("{}  {whole}", size.name);
    if size.have_bytes > 0 {
        let have = megabytes(size.have_bytes);
        out.push_str(&match lang {
            LangDto::Zh => format!("，其中 {have} 已经下好"),
            LangDto::En => format!(", {have} of it here already"),
        });
    }
    out
}

/// How far a download is.
pub fn downloading(lang: LangDto, progress: &ProgressDto) -> String {
    let of = if progress.total > 0 { format!(" / {}", megabytes(progress.total)) } else { String::new() };
    format!(
        "{:>3.0}%  {} {}{of}{}",
        progress.fraction * 100.0,
        pick(lang, "下载", "downloading"),
        megabytes(progress.done),
        left(lang, progress)
    )
}

/// The time left, when it can be told.
pub fn left(lang: LangDto, progress: &ProgressDto) -> String {
    let Some(seconds) = progress.eta_s.filter(|seconds| *seconds >= 1.0) else { return String::new() };
    let (minutes, seconds) = ((seconds / 60.0).floor(), seconds % 60.0);
    match (lang, minutes >= 1.0) {
        (LangDto::Zh, true) => format!("  还剩 {minutes:.0} 分 {seconds:.0} 秒"),
        (LangDto::Zh, false) => format!("  还剩 {seconds:.0} 秒"),
        (LangDto::En, true) => format!("  {minutes:.0} min {seconds:.0} s left"),
        (LangDto::En, false) => format!("  {seconds:.0} s left"),
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::dto::OnlineRegionDto;

    #[test]
    fn regions_are_found_by_name_id_and_code() {
        let region = |id: &str, name: &str, code: &str| OnlineRegionDto {
            id: id.to_owned(),
            parent: None,
            name: name.to_owned(),
            codes: vec![code.to_owned()],
            downloadable: true,
            have_bytes: 0,
            installed: false,
        };
        let all = OnlineListDto {
            address: String::new(),
            at: Some(1),
            on: true,
            regions: vec![region("china", "China", "CN"), region("us/california", "California", "US-CA")],
        };
        let check = |text: &str, expected: &[&str]| {
            let mut list = all.clone();
            narrow(&mut list, text);
            let found: Vec<&str> = list.regions.iter().map(|region| region.id.as_str()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("CALI", &["us/california"]);
        check("us/", &["us/california"]);
        check("cn", &["china"]);
        check("nowhere", &[]);
    }
}
