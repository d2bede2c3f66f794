//! An embedder that needs no model: the same text gives the same vector on every computer, and paraphrases that share a
//! meaning of [`MEANINGS`] come near each other although they share no character.

use domain::ports::{EmbedError, Embedder};

/// Ways to say the same thing in both languages. A text is near another that names the same meanings.
const MEANINGS: [&[&str]; 15] = [
    &["江边", "滨河", "河边", "沿河", "riverside", "waterfront", "along the river", "by the river"],
    &["海边", "沿海", "seaside", "along the sea", "coast road"],
    &["高架", "立交", "elevated", "flyover", "overpass"],
    &["隧道", "地道", "tunnel"],
    &["高速", "motorway", "highway", "freeway"],
    &["收费", "过路费", "toll"],
    &["下雨", "雨天", "rain", "wet"],
    &["为了不晒", "林荫", "树荫", "阴凉", "shady", "shade", "trees"],
    &["公司", "上班", "单位", "office", "work"],
    &["回家", "家里", "home"],
    &["傍晚", "晚上", "下班", "evening", "tonight"],
    &["别", "不要", "不走", "避开", "avoid", "without", "not through", "no "],
    &["堵车", "拥堵", "traffic", "congestion", "jam"],
    &["风景", "好看", "scenic", "view"],
    &["音乐", "爵士", "music", "jazz"],
];

/// Length of the vectors.
pub const DIMS: usize = 96;

/// What a shared meaning weighs against a shared pair of characters.
const MEANING_WEIGHT: f32 = 6.0;

/// The fake. With another name its vectors count as another model's.
#[derive(Clone, Debug)]
pub struct FakeEmbedder {
    model: String,
}

impl FakeEmbedder {
    /// A model of this name; the name also turns the vectors, so that mixing two models would show.
    pub fn named(model: &str) -> Self {
        Self { model: model.to_owned() }
    }
}

impl Default for FakeEmbedder {
    fn default() -> Self {
        Self::named("fake-1")
    }
}

impl Embedder for FakeEmbedder {
    fn model_id(&self) -> &str {
        &self.model
    }

    fn dims(&self) -> usize {
        DIMS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| self.vector(text)).collect())
    }
}

impl FakeEmbedder {
    fn vector(&self, text: &str) -> Vec<f32> {
        let text = text.to_lowercase();
        let mut sum = vec![0.0_f32; DIMS];
        let mut add = |what: &str, weight: f32| {
            let mut state = hash(&format!("{}/{what}", self.model));
            for slot in &mut sum {
                state = step(state);
                // The upper 24 bits as a number from −1 to 1.
                *slot += weight * ((state >> 40) as f32 / 8_388_608.0 - 1.0);
            }
        };
        let chars: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        for pair in chars.windows(2) {
            add(&pair.iter().collect::<String>(), 0.5);
        }
        for (number, words) in MEANINGS.iter().enumerate() {
            if words.iter().any(|word| text.contains(word)) {
                add(&format!("meaning {number}"), MEANING_WEIGHT);
            }
        }
        add("anything", 0.1); // Even an empty text has a direction.
        let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
        sum.into_iter().map(|x| x / length).collect()
    }
}

/// FNV-1a, 64 bit.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// One step of xorshift64.
fn step(mut x: u64) -> u64 {
    x ^= x << 13;
    x ^= x >> 7;
    x ^ (x << 17)
}
