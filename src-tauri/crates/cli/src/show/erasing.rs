//! What erasing would do, and what it did.

use std::fmt::Write as _;

use app::dto::{ErasePreviewDto, LangDto, ReceiptDto};

use super::{pick, row};

/// What erasing would do.
pub fn erase_preview(lang: LangDto, preview: &ErasePreviewDto) -> String {
    let mut out = String::from(pick(lang, "会抹除，不能撤销：\n", "Would be erased, without undo:\n"));
    for target in &preview.targets {
        let _ = writeln!(out, "  {}", row(lang, target));
    }
    for dependent in &preview.dependents {
        let change = match dependent.after {
            None => pick(lang, "也会抹除", "erased too").to_owned(),
            Some(after) => format!("{:.0}% → {:.0}%", dependent.before * 100.0, after * 100.0),
        };
        let _ = writeln!(out, "  {}  {}  {change}", dependent.id, dependent.text);
    }
    if preview.source_trips > 0 {
        let words = pick(
            lang,
            "它来自的行程数（--with-trips 一并抹除）",
            "trips it came from (--with-trips erases them too)",
        );
        let _ = writeln!(out, "  {}: {words}", preview.source_trips);
    }
    out
}

/// A receipt.
pub fn receipt(lang: LangDto, receipt: &ReceiptDto) -> String {
    let mb = receipt.bytes_read as f64 / 1e6;
    match (lang, receipt.complete) {
        (LangDto::Zh, true) => format!(
            "已彻底抹除 {} 条。扫描了 {} 个文件（{mb:.1} MB，{:.2} 秒），没有残留。",
            receipt.erased, receipt.files, receipt.seconds
        ),
        (LangDto::En, true) => format!(
            "Erased {}. Nothing was found in {} files ({mb:.1} MB, {:.2} s).",
            receipt.erased, receipt.files, receipt.seconds
        ),
        (LangDto::Zh, false) => format!(
            "还没完成：扫描了 {} 个文件，{} 处有残留（{}）。",
            receipt.files, receipt.found, receipt.unfinished
        ),
        (LangDto::En, false) => format!(
            "Not finished: {} files scanned, bytes remain in {} places ({}).",
            receipt.files, receipt.found, receipt.unfinished
        ),
    }
}

/// No erasure was cut short.
pub fn nothing_to_finish(lang: LangDto) -> String {
    pick(lang, "没有未完成的抹除。", "No erasure is unfinished.").to_owned()
}

/// What is back.
pub fn restored(lang: LangDto, ids: &[String]) -> String {
    format!("{} {}", pick(lang, "回来了：", "Back:"), ids.join(" "))
}
