//! The distance above which a vector of the model in use says nothing: measured, shown, and kept when asked to
//! (MISSION S0-26, S0-27).

use memory::{Asked, Embedding};
use recall::threshold;

use crate::{
    App, AppError,
    dto::{ThresholdDto, ThresholdStepDto},
};

/// Pairs that mean the same, in one language or across two. Every first is unrelated to every other pair's second.
const RELATED: [(&str, &str); 24] = [
    ("用户傍晚常走滨河路", "晚上下班走江边那条路"),
    ("别走高架", "避开高架路"),
    ("下雨天我提前出门", "雨天要早点出发"),
    ("我喝美式不加糖", "咖啡要黑咖啡，无糖"),
    ("女儿七点五十上学", "送闺女到学校别晚于七点五十"),
    ("我对花生过敏", "不能吃花生"),
    ("空调调到二十四度", "车里温度二十四度就好"),
    ("导航声音小一点", "把语音播报的音量调低"),
    ("我家搬到了花园街", "新家在花园街"),
    ("周末去健身房", "星期六我去锻炼"),
    ("冬天打开座椅加热", "天冷了座椅要暖"),
    ("停车停在地下二层", "车位在负二楼"),
    ("avoid the motorway", "I would rather not take the highway"),
    ("I like the scenic road by the sea", "take the pretty coast road"),
    ("my wife gets carsick in bends", "winding roads make my wife feel ill"),
    ("keep the ambient light green", "the mood lighting should be green"),
    ("I charge the car at the supermarket", "I plug in while shopping for groceries"),
    ("no calls while driving", "do not put phone calls through on the road"),
    ("I work at the harbour on Fridays", "on Friday my office is at the port"),
    ("we walk the dog every two hours", "the dog needs a break each two hours"),
    ("别走收费路", "avoid toll roads"),
    ("我喜欢安静的咖啡馆", "I like quiet cafés"),
    ("晚上开车容易累", "I get tired when driving at night"),
    ("走最快的路", "take the fastest way"),
];

impl App {
    /// Of how many pairs that mean the same the model in use has both nearest to each other, and of how many; nothing without a
    /// model (MISSION S2-40). A model of another language, or one that is broken, fails this.
    pub(crate) fn similarity(&self) -> Result<Option<(usize, usize)>, AppError> {
        let Some(embedder) = self.meaning.embedder() else { return Ok(None) };
        let vector = |text: &str| Embedding::of(embedder.as_ref(), text).map(|made| made.vector);
        let mut pairs = Vec::with_capacity(RELATED.len());
        for (one, other) in RELATED {
            pairs.push((vector(one)?, vector(other)?));
        }
        let near = |a: &[f32], b: &[f32]| recall::bits::cosine(a, b).unwrap_or(-1.0);
        let right = pairs.iter().enumerate().filter(|(n, (one, other))| {
            let own = near(one, other);
            pairs.iter().enumerate().all(|(m, (_, another))| m == *n || near(one, another) < own)
        });
        Ok(Some((right.count(), pairs.len())))
    }

    /// Measures distances of sentences that mean the same and of such that do not, by the model in use, and finds where the
    /// two cross. With `keep` that distance is used from now on for this model.
    ///
    /// # Errors
    /// There is no model, or it fails.
    pub fn scan_threshold(&self, keep: bool) -> Result<ThresholdDto, AppError> {
        let embedder = self.meaning.embedder().ok_or(domain::ports::EmbedError::Missing)?;
        // What is compared is a question with what is stored.
        let asked = |text: &str| Asked::of(embedder.as_ref(), text).map(|made| made.embedding.vector);
        let vector = |text: &str| Embedding::of(embedder.as_ref(), text).map(|made| made.vector);
        let mut pairs = Vec::with_capacity(RELATED.len());
        for (one, other) in RELATED {
            pairs.push((asked(one)?, vector(other)?));
        }
        let distance =
            |a: &[f32], b: &[f32]| recall::bits::cosine(a, b).map(|cosine| 1.0 - f64::from(cosine));
        let related: Vec<f64> = pairs.iter().filter_map(|(one, other)| distance(one, other)).collect();
        let unrelated: Vec<f64> = pairs
            .iter()
            .enumerate()
            .flat_map(|(n, (one, _))| {
                let others = pairs.iter().enumerate().filter(move |(m, _)| *m != n);
                others.filter_map(move |(_, (_, other))| distance(one, other))
            })
            .collect();
        let found = threshold::scan(&related, &unrelated).ok_or(domain::ports::EmbedError::Failed)?;
        let model = embedder.model_id();
        if keep {
            self.store.set_max_distance(model, embedder.dims(), found.distance)?;
        }
        Ok(ThresholdDto {
            model: model.to_owned(),
            distance: found.distance,
            error: found.error,
            in_use: self.store.max_distance(model)?,
            related: related.len(),
            unrelated: unrelated.len(),
            table: found
                .table
                .iter()
                .map(|step| ThresholdStepDto {
                    distance: step.distance,
                    missed: step.missed,
                    let_in: step.let_in,
                })
                .collect(),
        })
    }
}
