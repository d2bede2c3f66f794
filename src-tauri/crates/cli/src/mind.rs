//! Reflection, ageing, and what went wrong.

use std::fmt::Write as _;

use app::{
    App, AppError,
    dto::{
        AgedNowDto, AgingRowDto, DueDto, InsightDto, LangDto, NoticeRequest, PolicyDto, ReflectedDto,
        ReflectionDto, StreamPageDto, StreamQuery, WrongDoneDto, WrongDto,
    },
};
use clap::{Args, Subcommand};

use crate::{
    run::Ways,
    show::{self, pick},
    time,
};

/// What memory does by itself.
#[derive(Debug, Subcommand)]
pub enum Mind {
    /// Tell what was done: laolu memory notice set ac.temperature 22 --with child --weather rain
    Notice(Notice),
    /// Everything that was noticed, newest first.
    Stream(Stream),
    /// How reflection stands; with --run it reflects, with --if-due when it is time.
    Reflect(Reflect),
    /// What reflection concluded, with its evidence.
    Insights {
        /// Yes to this insight: it is yours, and stays.
        #[arg(long, value_name = "ID")]
        yes: Option<String>,
        /// No to this insight: it is deleted, and not proposed again.
        #[arg(long, value_name = "ID", conflicts_with = "yes")]
        no: Option<String>,
    },
    /// What will be forgotten when, and by which rule.
    Ageing {
        /// Do what is due now: archive and delete, undoably.
        #[arg(long)]
        due: bool,
    },
    /// Keep a memory that would be forgotten, or bring an archived one back.
    Keep {
        /// Memory id.
        id: String,
    },
    /// How each type of memory ages; with options, change one.
    Policy(Policy),
    /// Clear the log of who looked at which memory; the memories stay.
    AccessesClear,
    /// Why did this go wrong? The newest writings, what is like them, whose they are, and the insights.
    Wrong {
        /// This one is wrong: delete it, and lower what is like it.
        #[arg(long, value_name = "ID")]
        remove: Option<String>,
        /// Take such a lowering back.
        #[arg(long, value_name = "TOKEN", conflicts_with = "remove")]
        undo: Option<String>,
    },
}

/// Something that was done or said.
#[derive(Debug, Args)]
pub struct Notice {
    /// set, chose, rated, praised, complained, visited, avoided or said.
    pub kind: String,
    /// The property, for example ac.temperature.
    #[arg(default_value = "")]
    pub attribute: String,
    /// Its value.
    #[arg(default_value = "")]
    pub value: String,
    /// The words.
    #[arg(long, default_value = "")]
    pub words: String,
    /// At this remembered place: place-1.
    #[arg(long, value_name = "ID")]
    pub place: Option<String>,
    /// On this trip: trip-1.
    #[arg(long, value_name = "ID")]
    pub trip: Option<String>,
    /// rain, snow, fog or clear.
    #[arg(long, value_name = "WORD")]
    pub weather: Option<String>,
    /// What traffic is like.
    #[arg(long, default_value = "")]
    pub traffic: String,
    /// Who is in the car; may be repeated.
    #[arg(long = "with", value_name = "WHO")]
    pub passengers: Vec<String>,
    /// The talk or drive it belongs to.
    #[arg(long, value_name = "NAME")]
    pub session: Option<String>,
    /// How sure it was heard right, 0 to 1.
    #[arg(long, value_name = "SHARE")]
    pub heard: Option<f64>,
}

/// Which part of the stream.
#[derive(Debug, Args)]
pub struct Stream {
    /// Words that have to stand in it.
    pub words: Vec<String>,
    /// dialogue, action, trip, import or condition; may be repeated.
    #[arg(long, value_name = "WORD")]
    pub source: Vec<String>,
    /// What happened: said, set, followed and others; may be repeated.
    #[arg(long, value_name = "WORD")]
    pub kind: Vec<String>,
    /// At most so many.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: u32,
    /// After so many.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub offset: u32,
}

/// How reflection stands, or how it is to be.
#[derive(Debug, Args)]
pub struct Reflect {
    /// Reflect now.
    #[arg(long)]
    pub run: bool,
    /// Reflect when it is time.
    #[arg(long, conflicts_with = "run")]
    pub if_due: bool,
    /// Neither reflect nor age by itself any more.
    #[arg(long)]
    pub pause: bool,
    /// Go on.
    #[arg(long, conflicts_with = "pause")]
    pub resume: bool,
    /// Raise both thresholds: 1 is normal, 2 reflects about half as often.
    #[arg(long, value_name = "TIMES")]
    pub caution: Option<f64>,
    /// Who proposes: rules or model.
    #[arg(long, value_name = "WHO")]
    pub by: Option<String>,
    /// Fewest drives of an insight that holds under a condition.
    #[arg(long, value_name = "N")]
    pub drives: Option<u32>,
}

/// How a type ages.
#[derive(Debug, Args)]
pub struct Policy {
    /// place, trip, wish, habit, fact, taste, plan, conclusion, feeling, insight, summary, talk or noticed.
    #[arg(id = "type", value_name = "TYPE", default_value = "")]
    pub aged: String,
    /// never, half_life, exponential or strength.
    #[arg(long, value_name = "WORD", requires = "type")]
    pub curve: Option<String>,
    /// Days of the half-life, rate a day, or the constant of strength.
    #[arg(long, value_name = "NUMBER", requires = "type")]
    pub curve_value: Option<f64>,
    /// Unused for so many days it weighs less; or never.
    #[arg(long, value_name = "DAYS", requires = "type")]
    pub lower_after: Option<String>,
    /// What that leaves, 0 to 1.
    #[arg(long, value_name = "SHARE", requires = "type")]
    pub lower_to: Option<f64>,
    /// Unused for so many days it is forgotten; or never.
    #[arg(long, value_name = "DAYS", requires = "type")]
    pub forget_after: Option<String>,
    /// In which way: keep, propose or delete.
    #[arg(long, value_name = "WAY", requires = "type")]
    pub forget: Option<String>,
    /// Days in which its energy halves; or never.
    #[arg(long, value_name = "DAYS", requires = "type")]
    pub energy_half_life: Option<String>,
    /// Energy under which it is archived.
    #[arg(long, value_name = "SHARE", requires = "type")]
    pub archive_under: Option<f64>,
    /// As after installation.
    #[arg(long, requires = "type")]
    pub default: bool,
    /// Only show what would be forgotten when under it.
    #[arg(long, requires = "type")]
    pub preview: bool,
}

/// Does what was asked.
pub fn mind(app: &App, asked: &Mind, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match asked {
        Mind::Notice(notice) => {
            app.memory_notice(&request(notice))?;
            ways.answer(&app.reflection(lang)?, |all| waiting(lang, all))
        }
        Mind::Stream(asked) => {
            let query = StreamQuery {
                text: asked.words.join(" "),
                sources: asked.source.clone(),
                kinds: asked.kind.clone(),
                limit: asked.limit,
                offset: asked.offset,
            };
            ways.answer(&app.stream(&query)?, |page| stream(lang, page, ways))
        }
        Mind::Reflect(reflect) => self::reflect(app, reflect, ways),
        Mind::Insights { yes, no } => {
            let all = match (yes, no) {
                (Some(id), _) => app.insight_answer(id, true, lang)?,
                (None, Some(id)) => app.insight_answer(id, false, lang)?,
                (None, None) => app.reflection(lang)?,
            };
            ways.answer(&all.insights, |all| insights(lang, all, ways))
        }
        Mind::Ageing { due: true } => ways.answer(&app.memory_age()?, |done| aged(lang, done)),
        Mind::Ageing { due: false } => ways.answer(&app.ageing()?, |rows| ageing(lang, rows, ways)),
        Mind::Keep { id } => ways.answer(&app.memory_keep(id)?, |rows| ageing(lang, rows, ways)),
        Mind::AccessesClear => ways.answer(&app.accesses_clear()?, |n| match lang {
            LangDto::Zh => format!("清掉 {n} 条访问记录。"),
            LangDto::En => format!("{n} accesses cleared."),
        }),
        Mind::Policy(policy) => self::policy(app, policy, ways),
        Mind::Wrong { remove: Some(id), .. } => {
            ways.answer(&app.wrong_remove(id)?, |done| removed(lang, done))
        }
        Mind::Wrong { undo: Some(token), .. } => ways.answer(&app.wrong_undo(token)?, |n| match lang {
            LangDto::Zh => format!("{n} 条记忆恢复了原来的权重。"),
            LangDto::En => format!("{n} memories have their weight again."),
        }),
        Mind::Wrong { .. } => ways.answer(&app.wrong(lang)?, |all| wrong(lang, all, ways)),
    }
}

fn request(notice: &Notice) -> NoticeRequest {
    NoticeRequest {
        kind: notice.kind.clone(),
        attribute: notice.attribute.clone(),
        value: notice.value.clone(),
        words: notice.words.clone(),
        place: notice.place.clone(),
        trip: notice.trip.clone(),
        weather: notice.weather.clone(),
        traffic: notice.traffic.clone(),
        passengers: notice.passengers.clone(),
        session: notice.session.clone(),
        heard: notice.heard,
    }
}

fn reflect(app: &App, asked: &Reflect, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    let mut settings = app.reflection_settings()?;
    let before = settings.clone();
    settings.paused = (settings.paused || asked.pause) && !asked.resume;
    settings.caution = asked.caution.unwrap_or(settings.caution);
    settings.reflector = asked.by.clone().unwrap_or(settings.reflector);
    settings.episodes = asked.drives.unwrap_or(settings.episodes);
    if settings != before {
        app.reflection_set(&settings)?;
    }
    if asked.run {
        return ways.answer(&app.memory_reflect()?, |done| reflected(lang, done));
    }
    if asked.if_due {
        return ways.answer(&app.memory_reflect_if_due()?, |done| reflected(lang, done));
    }
    ways.answer(&app.reflection(lang)?, |all| standing(lang, all, ways))
}

fn policy(app: &App, asked: &Policy, ways: &Ways) -> Result<(), AppError> {
    let all = app.ageing_policies()?;
    if asked.aged.is_empty() {
        return ways.answer(&all, |all| policies(ways.lang, all));
    }
    let known = all.into_iter().find(|policy| policy.aged == asked.aged);
    let mut policy = known.ok_or_else(|| AppError::bad_request("aged"))?;
    let before = policy.clone();
    if let Some(curve) = &asked.curve {
        policy.curve.clone_from(curve);
    }
    policy.curve_value = asked.curve_value.unwrap_or(policy.curve_value);
    policy.lower_after_days =
        days(asked.lower_after.as_deref(), policy.lower_after_days, "lower_after_days")?;
    policy.lower_to = asked.lower_to.unwrap_or(policy.lower_to);
    policy.forget_after_days =
        days(asked.forget_after.as_deref(), policy.forget_after_days, "forget_after_days")?;
    if let Some(forget) = &asked.forget {
        policy.forget.clone_from(forget);
    }
    policy.energy_half_life_days =
        days(asked.energy_half_life.as_deref(), policy.energy_half_life_days, "energy_half_life_days")?;
    policy.archive_under = asked.archive_under.unwrap_or(policy.archive_under);
    if asked.default {
        policy.curve = String::new();
    }
    if asked.preview {
        return ways.answer(&app.ageing_preview(&policy)?, |rows| ageing(ways.lang, rows, ways));
    }
    let all = if policy == before { app.ageing_policies()? } else { app.ageing_policy_set(&policy)? };
    let one: Vec<PolicyDto> = all.into_iter().filter(|policy| policy.aged == asked.aged).collect();
    ways.answer(&one, |one| policies(ways.lang, one))
}

/// A number of days, or "never"; what it was when nothing was said.
fn days(asked: Option<&str>, before: Option<f64>, field: &str) -> Result<Option<f64>, AppError> {
    match asked {
        None => Ok(before),
        Some("never") => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_not_a_number| AppError::bad_request(field)),
    }
}

fn at(seconds: i64, ways: &Ways) -> String {
    time::words(seconds, &ways.now)
}

fn stream(lang: LangDto, page: &StreamPageDto, ways: &Ways) -> String {
    let mut out = match lang {
        LangDto::Zh => format!("共 {} 条，符合的 {} 条", page.all, page.total),
        LangDto::En => format!("{} of {}", page.total, page.all),
    };
    for row in &page.rows {
        let seen = &row.noticed;
        let about = [seen.attribute.as_str(), &seen.value, &seen.words, &row.place_name];
        let about: Vec<&str> = about.into_iter().filter(|part| !part.is_empty()).collect();
        let _ =
            write!(out, "\n{}  {}  {} {}", seen.id, at(seen.at, ways), seen.kind, about.join(" · ").trim());
    }
    out
}

fn waiting(lang: LangDto, all: &ReflectionDto) -> String {
    let (count, sum) = (all.count_threshold, all.sum_threshold);
    match lang {
        LangDto::Zh => format!(
            "自上次反思以来记下 {} 件（到 {count:.0} 件就反思），重要度合计 {:.1}（超过 {sum:.1} 就反思）。",
            all.waiting, all.waiting_sum
        ),
        LangDto::En => format!(
            "{} things since the last reflection ({count:.0} trigger one), importance {:.1} (over {sum:.1} does).",
            all.waiting, all.waiting_sum
        ),
    }
}

fn standing(lang: LangDto, all: &ReflectionDto, ways: &Ways) -> String {
    let mut out = waiting(lang, all);
    if all.settings.paused {
        let _ = write!(out, "\n{}", pick(lang, "反思已暂停。", "Reflection is paused."));
    }
    if let Some(rate) = all.rate {
        let _ = match lang {
            LangDto::Zh => write!(out, "\n平均每天 {rate:.0} 件，今天已反思 {} 次。", all.today),
            LangDto::En => write!(out, "\n{rate:.0} things a day, {} reflections today.", all.today),
        };
    }
    for run in &all.runs {
        let _ = match lang {
            LangDto::Zh => write!(
                out,
                "\n{}  {}  {} 件，{} 条洞察",
                at(run.at, ways),
                cause(lang, &run.cause),
                run.processed,
                run.made
            ),
            LangDto::En => write!(
                out,
                "\n{}  {}  {} things, {} insights",
                at(run.at, ways),
                cause(lang, &run.cause),
                run.processed,
                run.made
            ),
        };
    }
    for one in &all.no_longer {
        let _ = write!(out, "\n{}", one.text);
    }
    out
}

fn cause(lang: LangDto, word: &str) -> &str {
    match word {
        "count" => pick(lang, "数量", "count"),
        "importance" => pick(lang, "重要度", "importance"),
        "asked" => pick(lang, "手动", "asked"),
        "night" => pick(lang, "夜间", "at night"),
        other => other,
    }
}

fn reflected(lang: LangDto, done: &ReflectedDto) -> String {
    if done.cause.is_empty() {
        return pick(lang, "还没到反思的时候。", "It is not time yet.").to_owned();
    }
    let counts = [done.made.len(), done.verified.len(), done.contradicted.len(), done.rejected.len()];
    let [made, verified, against, rejected] = counts;
    match lang {
        LangDto::Zh => format!(
            "新洞察 {made} 条，得到验证 {verified} 条，遇到相反情况 {against} 条，无据而弃 {rejected} 条。"
        ),
        LangDto::En => format!(
            "{made} new insights, {verified} verified, {against} contradicted, {rejected} without evidence."
        ),
    }
}

fn insights(lang: LangDto, all: &[InsightDto], ways: &Ways) -> String {
    if all.is_empty() {
        return pick(lang, "还没有洞察。", "No insights yet.").to_owned();
    }
    let mut out = String::new();
    for one in all {
        let state = match (one.confirmed, one.state.as_str()) {
            (true, _) => pick(lang, "你确认过", "you said yes"),
            (false, "active") => pick(lang, "已验证", "verified"),
            (false, _) => pick(lang, "观察中，不起作用", "observed, changes nothing"),
        };
        let _ = writeln!(out, "{}  {}\n    {state}  {:.2}\n    {}", one.id, one.text, one.weight, one.why);
        for seen in &one.evidence {
            let about = format!("{} {} {}", seen.attribute, seen.value, seen.words);
            let _ = writeln!(out, "    + {}  {}", at(seen.at, ways), about.trim());
        }
        for seen in &one.against {
            let _ = writeln!(out, "    − {}  {} {}", at(seen.at, ways), seen.attribute, seen.value);
        }
    }
    out
}

fn fate(lang: LangDto, due: &DueDto, ways: &Ways) -> String {
    let what = match due.fate.as_str() {
        "lowered" => pick(lang, "权重降低", "weighs less"),
        "ends" => pick(lang, "到期", "ends"),
        "archived" => pick(lang, "归档", "is archived"),
        "proposed" => pick(lang, "询问是否忘记", "you are asked whether to forget it"),
        "deleted" => pick(lang, "删除（可撤销）", "is deleted, undoably"),
        other => other,
    };
    let why = match due.rule.as_str() {
        "session_ended" => pick(lang, "对话已结束", "its talk ended"),
        "expired" => pick(lang, "有效期已过", "no longer true"),
        "unverified" => pick(lang, "未得到验证", "nothing verified it"),
        "unused" => pick(lang, "长期未用", "not used"),
        "tired" => pick(lang, "能量不足", "too little energy"),
        other => other,
    };
    format!("{}  {what}（{why}）", at(due.at, ways))
}

fn ageing(lang: LangDto, rows: &[AgingRowDto], ways: &Ways) -> String {
    if rows.is_empty() {
        return pick(lang, "没有记忆。", "Nothing is remembered.").to_owned();
    }
    let mut out = String::new();
    for row in rows {
        let _ = writeln!(out, "{}  {}  {}  {:.2}", row.id, row.aged, row.text, row.weight);
        for due in row.now.iter().chain(&row.next) {
            let _ = writeln!(out, "    {}", fate(lang, due, ways));
        }
    }
    out
}

fn aged(lang: LangDto, done: &AgedNowDto) -> String {
    let deleted = done.deletion.as_ref().map_or(0, |deletion| deletion.deleted.len());
    let archived = done.archived.len();
    match lang {
        LangDto::Zh => format!("归档 {archived} 条，删除 {deleted} 条（laolu memory undo 可撤销）。"),
        LangDto::En => format!("{archived} archived, {deleted} deleted (laolu memory undo takes it back)."),
    }
}

fn policies(lang: LangDto, all: &[PolicyDto]) -> String {
    let never = pick(lang, "永不", "never");
    let days = |days: Option<f64>| days.map_or(never.to_owned(), |days| format!("{days}"));
    let mut out = String::new();
    for one in all {
        let own = if one.is_default { "" } else { "  *" };
        let _ = writeln!(
            out,
            "{:<11} {} {}  {} {} → {}  {} {} {}  {} {} < {}{own}",
            one.aged,
            one.curve,
            one.curve_value,
            pick(lang, "降权", "lower after"),
            days(one.lower_after_days),
            one.lower_to,
            pick(lang, "遗忘", "forget after"),
            days(one.forget_after_days),
            one.forget,
            pick(lang, "能量半衰", "energy half-life"),
            days(one.energy_half_life_days),
            one.archive_under,
        );
    }
    out
}

fn wrong(lang: LangDto, all: &WrongDto, ways: &Ways) -> String {
    let mut out = format!("1. {}\n", pick(lang, "最近写下的", "Written down last"));
    for one in &all.newest {
        let _ = writeln!(out, "   {}  {}  {}  {:.2}", one.id, at(one.at, ways), one.text, one.confidence);
        for like in &one.like {
            let _ = writeln!(out, "       {} {}  {}", pick(lang, "相似", "like it:"), like.id, like.text);
        }
    }
    let _ = writeln!(
        out,
        "2. {}",
        pick(
            lang,
            "删掉错的，降低相似的：laolu memory wrong --remove ID",
            "Delete the wrong one and lower what is like it: laolu memory wrong --remove ID"
        )
    );
    let _ = writeln!(out, "3. {} {}", pick(lang, "这是谁的记忆：", "Whose memories these are:"), all.profile);
    if !all.others.is_empty() {
        let _ = writeln!(
            out,
            "   {} {}",
            pick(lang, "这台电脑上还有：", "Also on this computer:"),
            all.others.join(", ")
        );
    }
    let _ = match lang {
        LangDto::Zh => {
            writeln!(out, "4. 反思得出的：{} 条，其中 {} 条证据不足", all.insights.len(), all.doubtful)
        }
        LangDto::En => {
            writeln!(out, "4. Insights: {}, of which {} lack evidence", all.insights.len(), all.doubtful)
        }
    };
    out.push_str(&if all.insights.is_empty() { String::new() } else { insights(lang, &all.insights, ways) });
    out
}

fn removed(lang: LangDto, done: &WrongDoneDto) -> String {
    let mut out = show::deletion(lang, &done.deletion);
    for one in &done.lowered {
        let _ = write!(out, "\n{}  {}  {:.2} → {:.2}", one.id, one.text, one.before, one.after);
    }
    if !done.lowered.is_empty() {
        let _ = write!(
            out,
            "\n{} laolu memory wrong --undo {}",
            pick(lang, "恢复权重：", "Take the lowering back:"),
            done.token
        );
    }
    out
}
