//! A route on paper: one page of HTML that fetches nothing, prints on A4 and Letter, and can be read without colours.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::{Lang, Timestamp};

use super::{route::escaped, title};
use crate::{
    dto::{RouteExportRequest, StepDto},
    words,
};

const STYLE: &str = "
@page { margin: 14mm; }
body { max-width: 190mm; margin: 8mm auto; font: 10.5pt/1.4 'Noto Sans', 'Noto Sans SC', sans-serif; color: #1b1d20; background: #fff; }
h1 { margin: 0; font-size: 16pt; line-height: 1.3; }
p { margin: 2mm 0; }
.figures { font-size: 12pt; font-weight: 600; }
.quiet { color: #4c4f55; font-size: 9pt; }
img { display: block; width: 100%; margin: 4mm 0; border: 0.3mm solid #e1e1dc; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 1.4mm 2mm; border-top: 0.2mm solid #85878c; text-align: left; vertical-align: top; }
th { font-weight: 600; font-size: 9pt; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
";

/// The page. Without a picture it is whole all the same.
pub(super) fn page(lang: Lang, request: &RouteExportRequest, picture: Option<&[u8]>) -> String {
    let pick = |zh: &str, en: &str| words::pick(lang, zh, en);
    let route = &request.route;
    let name = escaped(&title(request));
    let code = if lang == Lang::Zh { "zh-CN" } else { "en" };
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{name}</h1>\n"
    );
    let mut line = |text: String| {
        html.push_str(&text);
        html.push('\n');
    };
    line(format!(
        "<p class=\"figures\">{} · {} · {}</p>",
        words::minutes(lang, route.duration_s),
        words::metres(lang, route.distance_m),
        escaped(&route.label)
    ));
    if let Some(at) = request.depart_at {
        let zoned = Timestamp(at).in_zone(&request.zone);
        let when = format!(
            "{} {:02}:{:02}",
            words::day(lang, Timestamp(at), &request.zone),
            zoned.hour(),
            zoned.minute()
        );
        line(format!("<p>{} {}</p>", pick("出发", "Departure"), escaped(&when)));
    }
    if request.stops.len() > 2 {
        let vias: Vec<String> =
            request.stops[1..request.stops.len() - 1].iter().map(|stop| escaped(&stop.label)).collect();
        line(format!("<p>{} {}</p>", pick("经过", "Via"), vias.join(" · ")));
    }
    if let Some(png) = picture {
        let alt = pick("路线图", "The route");
        line(format!("<img alt=\"{alt}\" src=\"data:image/png;base64,{}\">", STANDARD.encode(png)));
    }
    line(format!(
        "<table>\n<thead><tr><th class=\"n\">{}</th><th>{}</th><th class=\"n\">{}</th></tr></thead>\n<tbody>",
        pick("从起点", "So far"),
        pick("怎么走", "What to do"),
        pick("然后走", "Then for")
    ));
    let mut so_far = 0.0;
    for step in &route.steps {
        line(row(lang, step, so_far));
        so_far += step.distance_m;
    }
    line("</tbody>\n</table>".to_owned());
    line(format!(
        "<p class=\"quiet\">{}</p>\n</body>\n</html>",
        pick(
            "老路在本机规划。地图数据 © OpenStreetMap 贡献者，ODbL。路况和路标以现场为准。",
            "Planned by Laolu on your own computer. Map data © OpenStreetMap contributors, ODbL. What the road and its signs say comes first."
        )
    ));
    html
}

fn row(lang: Lang, step: &StepDto, so_far: f64) -> String {
    let mut text = escaped(&step.text);
    for note in &step.notes {
        let _ = write!(text, "<br><span class=\"quiet\">{}</span>", escaped(note));
    }
    let then = if step.distance_m > 0.0 { words::metres(lang, step.distance_m) } else { String::new() };
    format!(
        "<tr><td class=\"n\">{}</td><td>{text}</td><td class=\"n\">{then}</td></tr>",
        words::metres(lang, so_far)
    )
}
