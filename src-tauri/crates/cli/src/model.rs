//! A language model of the person's own: what can be typed, and its answers in words.

use std::fmt::Write as _;

use app::{
    App, AppError, CancelToken,
    dto::{
        LangDto, ModelAskDto, ModelAskRequest, ModelCheckDto, ModelDto, ModelExchangeDto, ModelJudgedDto,
        ModelSetRequest, ModelTrainRequest, PlanDto, PlanRequest, RephraseDto, RephraseRequest, SentenceDto,
    },
};
use clap::{Args, Subcommand};

use crate::{run::Ways, show::pick};

/// A language model.
#[derive(Debug, Subcommand)]
pub enum Model {
    /// What is set, and where such programs usually listen.
    List,
    /// Change what is set: laolu model set --address http://127.0.0.1:11434 --model NAME --on
    Set(Set),
    /// Ask the server for its models, and the model one small question.
    Check,
    /// What it makes of a sentence; nothing is stored.
    Ask {
        /// The sentence.
        #[arg(required = true)]
        sentence: Vec<String>,
        /// intent, extraction or relevance.
        #[arg(long, default_value = "intent")]
        what: String,
        /// Print what was sent and what came back.
        #[arg(long)]
        prompts: bool,
    },
    /// Train the small classifier of intents with labelled sentences of your own: language, label, sentence, tabs between.
    Train {
        /// The file.
        file: std::path::PathBuf,
    },
    /// Plan a trip, and put its reasons in other words where these pass the check.
    Rephrase {
        /// The sentence.
        #[arg(required = true)]
        sentence: Vec<String>,
        /// Print what was sent and what came back.
        #[arg(long)]
        prompts: bool,
    },
}

/// What can be set.
#[derive(Debug, Args)]
pub struct Set {
    /// Allow asking it.
    #[arg(long, conflicts_with = "off")]
    on: bool,
    /// Do not.
    #[arg(long)]
    off: bool,
    /// Its server; empty takes it away.
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
    /// What the server calls the model.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Read its key from the first line of the standard input; an empty line takes it away.
    #[arg(long)]
    key: bool,
    /// Allow an address that is not this computer's.
    #[arg(long, conflicts_with = "no_remote")]
    allow_remote: bool,
    /// Do not.
    #[arg(long)]
    no_remote: bool,
    /// Seconds after which a question is given up, 1 to 300.
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u32>,
    /// Milliseconds that a plan waits for it at most, 0 to 5000.
    #[arg(long, value_name = "MS")]
    wait: Option<u32>,
    /// Whether the server knows JSON schemas.
    #[arg(long, value_name = "YES")]
    schema: Option<bool>,
    /// Who decides what a sentence is where the rules don't know: rules (nobody), classifier or model.
    #[arg(long, value_name = "WHO")]
    intents: Option<String>,
    /// What else it may be asked for: extraction, relevance, rephrase, reflection, or none; may be repeated.
    #[arg(long = "use", value_name = "USE")]
    uses: Vec<String>,
}

/// Does what was typed.
pub fn run(app: &App, model: Model, ways: &Ways) -> Result<(), AppError> {
    let (lang, never) = (ways.lang, CancelToken::new());
    match model {
        Model::List => ways.answer(&app.model_get()?, |set| list(lang, set)),
        Model::Set(set) => ways.answer(&app.model_set(&request(set)?)?, |set| list(lang, set)),
        Model::Check => ways.answer(&app.model_check(&never)?, |found| check(lang, found)),
        Model::Ask { sentence, what, prompts } => {
            let request = ModelAskRequest { what, text: sentence.join(" "), lang };
            let answer = app.model_ask(&request, &never)?;
            let said = if prompts { app.model_trace() } else { Vec::new() };
            ways.answer(&answer, |answer| asked(lang, answer) + &exchanges(&said))
        }
        Model::Train { file } => {
            let request = ModelTrainRequest { path: file.to_string_lossy().into_owned() };
            ways.answer(&app.model_train(&request)?, |trained| match lang {
                LangDto::Zh => format!("学了 {} 句，{} 行用不了", trained.sentences, trained.left_out),
                LangDto::En => {
                    format!(
                        "trained with {} sentences; {} lines can’t be used",
                        trained.sentences, trained.left_out
                    )
                }
            })
        }
        Model::Rephrase { sentence, prompts } => {
            let plan =
                app.plan(&PlanRequest { utterance: sentence.join(" "), lang, ..PlanRequest::default() })?;
            let answer = app.model_rephrase(&sentences(lang, &plan), &never)?;
            let said = if prompts { app.model_trace() } else { Vec::new() };
            ways.answer(&answer, |answer| rephrased(lang, answer) + &exchanges(&said))
        }
    }
}

fn request(set: Set) -> Result<ModelSetRequest, AppError> {
    let key = if set.key {
        // Not an argument: arguments are seen by everybody on this computer and kept by the shell.
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        Some(line.trim().to_owned())
    } else {
        None
    };
    let none = set.uses.iter().any(|word| word == "none");
    Ok(ModelSetRequest {
        enabled: (set.on || set.off).then_some(set.on),
        address: set.address,
        model: set.model,
        key,
        allow_remote: (set.allow_remote || set.no_remote).then_some(set.allow_remote),
        timeout_s: set.timeout,
        wait_ms: set.wait,
        schema: set.schema,
        intents: set.intents,
        uses: (!set.uses.is_empty()).then(|| if none { Vec::new() } else { set.uses }),
    })
}

/// A plan's reasons, and the plan itself.
fn sentences(lang: LangDto, plan: &PlanDto) -> RephraseRequest {
    let reasons =
        plan.reasons.iter().map(|reason| SentenceDto { id: reason.id.clone(), text: reason.text.clone() });
    RephraseRequest { lang, sentences: reasons.collect(), decision: Some(plan.decision.clone()) }
}

fn list(lang: LangDto, set: &ModelDto) -> String {
    let mut out = String::new();
    let state = if set.enabled { pick(lang, "开", "on") } else { pick(lang, "关", "off") };
    let none = pick(lang, "没有地址", "no address");
    let address = if set.address.is_empty() { none } else { &set.address };
    let place = match (set.local, set.allow_remote) {
        (true, _) => pick(lang, "本机", "on this computer"),
        (false, true) => pick(lang, "允许的远程地址", "elsewhere, allowed"),
        (false, false) => pick(lang, "没有允许远程", "elsewhere not allowed"),
    };
    let key = if set.has_key { pick(lang, "  有密钥", "  key kept") } else { "" };
    let _ = writeln!(out, "{state}  {address}  {}  {place}{key}", set.model);
    let _ = match lang {
        LangDto::Zh => writeln!(
            out,
            "听不懂时问：{}，规划最多等 {} 毫秒；其他用途：{}；放弃时间 {} 秒",
            set.intents,
            set.wait_ms,
            set.uses.join("、"),
            set.timeout_s
        ),
        LangDto::En => writeln!(
            out,
            "where the rules don’t know: {}, a plan waits {} ms at most; other uses: {}; given up after {} s",
            set.intents,
            set.wait_ms,
            set.uses.join(", "),
            set.timeout_s
        ),
    };
    for usual in &set.usual {
        let _ = writeln!(out, "  {:<10} {}", usual.name, usual.address);
    }
    out
}

fn check(lang: LangDto, found: &ModelCheckDto) -> String {
    let mut out = String::new();
    let has = if found.has_model {
        pick(lang, "模型在", "the model is there")
    } else {
        pick(lang, "没有这个模型", "the model is not there")
    };
    let _ = writeln!(out, "{has}: {}", found.models.join(", "));
    let _ = writeln!(out, "{} {:.0} ms", ended(lang, &found.ended, &found.why), found.ms);
    out
}

fn ended(lang: LangDto, ended: &str, why: &str) -> String {
    let words = match ended {
        "good" => pick(lang, "模型答得合格", "the model answered as asked"),
        "repaired" => pick(lang, "模型改过一次后合格", "the model answered as asked at the second try"),
        "dropped" => pick(lang, "模型的回答不合格，按规则来", "the model’s answer was no good; by the rules"),
        "failed" => pick(lang, "模型没有回答，按规则来", "the model gave no answer; by the rules"),
        "off" => pick(lang, "没有问模型，按规则来", "the model is off; by the rules"),
        _ => pick(lang, "不必问模型", "nothing to ask the model"),
    };
    if why.is_empty() { words.to_owned() } else { format!("{words} ({why})") }
}

fn asked(lang: LangDto, answer: &ModelAskDto) -> String {
    let mut out = format!("{}\n", ended(lang, &answer.ended, &answer.why));
    if let Some(intent) = &answer.intent {
        let consent = if intent.needs_consent {
            pick(lang, "  要你同意才算数", "  only with your yes")
        } else {
            ""
        };
        let _ = writeln!(out, "{}  {}{consent}", intent.kind, intent.destination);
    }
    for memory in &answer.memories {
        let waits = if memory.waits { pick(lang, "  等你确认", "  waits for your yes") } else { "" };
        let ends = memory.expires_days.map(|days| match lang {
            LangDto::Zh => format!("  {days} 天"),
            LangDto::En => format!("  {days} days"),
        });
        let ends = ends.unwrap_or_default();
        let _ = writeln!(out, "{}  {}  {:.2}{ends}{waits}", memory.kind, memory.text, memory.confidence);
    }
    let mut stage = |name: &str, judged: &[ModelJudgedDto]| {
        for one in judged {
            let keep = if one.keep { pick(lang, "留", "keep") } else { pick(lang, "去", "drop") };
            let _ = writeln!(out, "{name} {keep}  {}  {}  {}", one.id, one.why, one.text);
        }
    };
    stage("1", &answer.screened);
    stage("2", &answer.judged);
    out
}

fn rephrased(lang: LangDto, answer: &RephraseDto) -> String {
    let mut out = format!("{}\n", ended(lang, &answer.ended, &answer.why));
    if let Some(decision) = &answer.decision {
        let _ = writeln!(out, "{}", decision.human_readable_reason);
    }
    for sentence in &answer.sentences {
        let refused = if sentence.refused.is_empty() {
            String::new()
        } else {
            format!(
                "  ({}: {})",
                pick(lang, "模型的说法不合格", "the model’s wording was refused"),
                sentence.refused
            )
        };
        let _ = writeln!(out, "[{}] {}{refused}", sentence.id, sentence.text);
    }
    out
}

/// What was sent and what came back, word by word.
pub fn exchanges(said: &[ModelExchangeDto]) -> String {
    let mut out = String::new();
    for exchange in said {
        let _ = writeln!(
            out,
            "\n{} {:.0} ms: {} {}",
            exchange.stage, exchange.ms, exchange.outcome, exchange.field
        );
        for message in &exchange.prompt {
            let _ = writeln!(out, "  {}> {}", message.role, message.text.replace('\n', "\n  "));
        }
        let _ = writeln!(out, "  < {}", exchange.answer);
    }
    out
}

/// Why the model could not be asked, in both languages.
pub fn error(why: &str, status: &str) -> (String, String) {
    let (zh, en) = match why {
        "off" => (
            "语言模型没有打开，什么都没有发送。打开：laolu model set --address 地址 --model 名字 --on。",
            "The language model is off; nothing was sent. Switch it on: laolu model set --address ADDRESS --model NAME --on.",
        ),
        "remote" => (
            "这个地址不在本机，没有允许，什么都没有发送：laolu model set --allow-remote。",
            "The address is not on this computer and not allowed; nothing was sent: laolu model set --allow-remote.",
        ),
        "key" => (
            "服务器不认这个密钥：laolu model set --key。",
            "The server does not accept the key: laolu model set --key.",
        ),
        "no_model" => (
            "服务器没有这个模型，或不懂这种接口。检查：laolu model list。",
            "The server knows no such model, or does not speak this interface. Check laolu model list.",
        ),
        "limit" => ("服务器的用量到头了，过一会儿再问。", "The server’s limit is reached. Ask again later."),
        "slow" => (
            "模型没有按时回答，已放弃。可以用 laolu model set --timeout 多等一会儿。",
            "The model did not answer in time, so this was given up. Wait longer with laolu model set --timeout.",
        ),
        "refused" => {
            return (
                format!("服务器拒绝了（状态 {status}）。检查地址：laolu model list。"),
                format!("The server refuses (status {status}). Check the address: laolu model list."),
            );
        }
        "unreadable" | "page" | "too_large" | "broken" | "unfinished" => (
            "那个地址的回答不像语言模型的。检查地址：laolu model list。",
            "What came from there is no language model’s answer. Check the address: laolu model list.",
        ),
        _ => (
            "连不上语言模型。它在运行吗？检查地址：laolu model list。",
            "The language model can’t be reached. Is it running? Check the address: laolu model list.",
        ),
    };
    (zh.to_owned(), en.to_owned())
}
