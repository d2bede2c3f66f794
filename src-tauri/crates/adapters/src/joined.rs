//! Two models read each sentence: one that knows both languages, and one that knows its own language better.
//!
//! Universal Sentence Encoder puts Chinese and English together, but tells near meanings apart poorly. Beside it a
//! Chinese sentence is read by multilingual-e5-small and an English one by all-MiniLM-L6-v2. Of each vector 256 numbers are
//! kept (principal axes, `learn_projection.py`), weighted and put one behind the other: the cosine of two joined vectors
//! is the weighted mean of both cosines, and everything that stores and compares vectors stays as it was.
//!
//! A question is read by the second models in their other way ([`JoinedEmbedder::embed_question`], docs/adr/0011).

use crate::{FastEmbedder, manifest::ModelManifest, question::Questions};
use domain::ports::{EmbedError, Embedder, QuestionVector};
use std::{borrow::Cow, path::Path, sync::Arc};

/// What the second model's cosine weighs of one; chosen on the development parts (docs/performance.md, "Recall"). Another
/// weight makes other vectors: the name in the manifest must then change too.
const SECOND: f32 = 0.6;
/// What was learned of questions (`learn_questions.py`), beside the projection.
const QUESTIONS: &str = "questions.f32";
/// Before a text it tells the second models that this is a question (`convert_second.py`): a character for private use, so
/// that nobody writes it.
const MARK: char = '\u{E000}';

/// Opens what lies in `model_dir`: the joined models, else the first one alone.
///
/// # Errors
/// [`EmbedError::Missing`] when not even that is there and whole.
pub fn open_models(model_dir: &Path, runtime_lib: &Path) -> Result<Arc<dyn Embedder>, EmbedError> {
    let first = FastEmbedder::open(model_dir, runtime_lib)?;
    match JoinedEmbedder::with(first, model_dir, runtime_lib) {
        Ok(joined) => Ok(Arc::new(joined)),
        Err((first, _)) => Ok(Arc::new(*first)),
    }
}

/// The models of [`open_models`], as one.
pub struct JoinedEmbedder {
    first: FastEmbedder,
    chinese: FastEmbedder,
    english: FastEmbedder,
    projection: Projection,
    /// Absent in a folder that an older recipe made: a question is then read like every text.
    questions: Option<Questions>,
    manifest: ModelManifest,
}

impl JoinedEmbedder {
    /// Opens the models in `model_dir` and its folders `zh`, `en` and `joined`, with the ONNX Runtime library at
    /// `runtime_lib`. Takes about a second.
    ///
    /// # Errors
    /// [`EmbedError::Missing`] when one of them is not there or not whole.
    pub fn open(model_dir: &Path, runtime_lib: &Path) -> Result<Self, EmbedError> {
        let first = FastEmbedder::open(model_dir, runtime_lib)?;
        Self::with(first, model_dir, runtime_lib).map_err(|(_, error)| error)
    }

    /// With the first model at hand, which is given back when the others are not there.
    fn with(
        first: FastEmbedder,
        model_dir: &Path,
        runtime_lib: &Path,
    ) -> Result<Self, (Box<FastEmbedder>, EmbedError)> {
        let others = || {
            let folder = model_dir.join("joined");
            let manifest = ModelManifest::read(&folder)?;
            let bytes = manifest.load(&folder, "projection.f32")?;
            let chinese = FastEmbedder::open(&model_dir.join("zh"), runtime_lib)?;
            let english = FastEmbedder::open(&model_dir.join("en"), runtime_lib)?;
            let half = chinese.dims();
            let projection = Projection::read(&bytes, first.dims(), half).ok_or(EmbedError::Missing)?;
            let questions = if manifest.lists(QUESTIONS) {
                let bytes = manifest.load(&folder, QUESTIONS)?;
                Some(Questions::read(&bytes, manifest.dims).ok_or(EmbedError::Missing)?)
            } else {
                None
            };
            let fits = english.dims() == half && manifest.dims == 2 * half;
            if fits {
                Ok((chinese, english, projection, questions, manifest))
            } else {
                Err(EmbedError::Missing)
            }
        };
        match others() {
            Ok((chinese, english, projection, questions, manifest)) => {
                Ok(Self { first, chinese, english, projection, questions, manifest })
            }
            Err(error) => Err((Box::new(first), error)),
        }
    }
}

impl Embedder for JoinedEmbedder {
    fn model_id(&self) -> &str {
        &self.manifest.model_id
    }

    fn dims(&self) -> usize {
        self.manifest.dims
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let plain: Vec<Cow<'_, str>> = texts.iter().copied().map(unmarked).collect();
        let texts: Vec<&str> = plain.iter().map(AsRef::as_ref).collect();
        let first = self.first.embed(&texts)?;
        let chinese: Vec<&str> = texts.iter().copied().filter(|text| is_chinese(text)).collect();
        let mut second_chinese = self.chinese.embed(&chinese)?.into_iter();
        texts
            .iter()
            .zip(first)
            .map(|(text, first)| {
                let second = if is_chinese(text) {
                    second_chinese.next()
                } else {
                    // Its numbers are rounded over all sentences of a batch: one at a time, or a vector would depend on
                    // its neighbours.
                    self.english.embed(&[text])?.pop()
                };
                let first = self.projection.of(&first).ok_or(EmbedError::Failed)?;
                Ok(join(first, second.ok_or(EmbedError::Failed)?))
            })
            .collect()
    }

    fn embed_question(&self, text: &str) -> Result<QuestionVector, EmbedError> {
        let Some(questions) = &self.questions else {
            let vector = self.embed(&[text])?.pop().ok_or(EmbedError::Failed)?;
            return Ok(QuestionVector { vector, leeway: None });
        };
        let text = unmarked(text);
        let first = self.first.embed(&[&text])?.pop().and_then(|first| self.projection.of(&first));
        let own = if is_chinese(&text) { &self.chinese } else { &self.english };
        let second = own.embed(&[&format!("{MARK}{text}")])?.pop();
        let (first, second) = (first.ok_or(EmbedError::Failed)?, second.ok_or(EmbedError::Failed)?);
        let vector = join(first, second);
        let leeway = questions.leeway(&vector).ok_or(EmbedError::Failed)?;
        Ok(QuestionVector { vector, leeway: Some(leeway) })
    }
}

/// The text without the mark, which would make it a question.
fn unmarked(text: &str) -> Cow<'_, str> {
    if text.contains(MARK) { Cow::Owned(text.replace(MARK, " ")) } else { Cow::Borrowed(text) }
}

/// One behind the other, so that the cosine of two is the weighted mean of the cosines.
fn join(first: Vec<f32>, second: Vec<f32>) -> Vec<f32> {
    let (a, b) = ((1.0 - SECOND).sqrt(), SECOND.sqrt());
    first.into_iter().map(|x| a * x).chain(second.into_iter().map(|x| b * x)).collect()
}

/// Whether more Chinese characters than words of other letters are in it. A place name in the other language does not
/// change the language of a sentence.
fn is_chinese(text: &str) -> bool {
    let is_han =
        |c: char| matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{20000}'..='\u{323AF}');
    let han = text.chars().filter(|c| is_han(*c)).count();
    let words = text.split(|c: char| is_han(c) || !c.is_alphabetic()).filter(|word| !word.is_empty()).count();
    han > words
}

/// A mean to take away and axes to look along.
#[derive(Debug, PartialEq)]
struct Projection {
    mean: Vec<f32>,
    /// One row a dimension of the input, one column an axis.
    axes: Vec<f32>,
    kept: usize,
}

impl Projection {
    /// From little-endian floats: the mean, then the rows. `None` when there are more or fewer.
    fn read(bytes: &[u8], dims: usize, kept: usize) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        let mut numbers: Vec<f32> = numbers.iter().map(|four| f32::from_le_bytes(*four)).collect();
        let fits = rest.is_empty() && kept > 0 && numbers.len() == dims * (kept + 1);
        let axes = fits.then(|| numbers.split_off(dims))?;
        Some(Self { mean: numbers, axes, kept })
    }

    /// The vector along the axes, at length one; `None` when it lies nowhere along them.
    fn of(&self, vector: &[f32]) -> Option<Vec<f32>> {
        let mut along = vec![0.0_f32; self.kept];
        for ((x, mean), row) in vector.iter().zip(&self.mean).zip(self.axes.chunks_exact(self.kept)) {
            let x = x - mean;
            along.iter_mut().zip(row).for_each(|(sum, axis)| *sum += x * axis);
        }
        crate::embed::unit(along, self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::{MARK, Projection, SECOND, is_chinese, join, unmarked};

    #[test]
    fn a_sentence_has_the_language_of_most_of_it() {
        let check = |text: &str, expected: bool| assert_eq!(is_chinese(text), expected, "{text}");
        check("去公司别走高架", true);
        check("导航到 Larvotto Beach 别走高架", true);
        check("把HUD调低", true);
        check("drive to the office", false);
        check("meet me at 中山", false);
        check("", false);
        check("42", false);
    }

    #[test]
    fn nobody_can_write_the_mark_of_a_question() {
        assert_eq!(unmarked("drive home"), "drive home");
        assert_eq!(unmarked(&format!("{MARK}drive{MARK}home")), " drive home");
    }

    #[test]
    fn the_cosine_of_joined_vectors_is_the_weighted_mean() {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
        let (a, b) = (vec![1.0, 0.0], vec![0.6, 0.8]);
        let (c, d) = (vec![0.0, 1.0], vec![0.8, 0.6]);
        let cosine = dot(&join(a.clone(), c.clone()), &join(b.clone(), d.clone()));
        let mean = (1.0 - SECOND) * dot(&a, &b) + SECOND * dot(&c, &d);
        assert!((cosine - mean).abs() < 1e-6, "{cosine} for {mean}");
    }

    #[test]
    fn a_projection_looks_along_its_axes_and_has_its_length_or_is_none() {
        let bytes = |numbers: &[f32]| numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
        // Two dimensions, mean (1, 0); one axis: the second dimension.
        let read = Projection::read(&bytes(&[1.0, 0.0, 0.0, 1.0]), 2, 1).unwrap();
        assert_eq!(read.of(&[5.0, 3.0]), Some(vec![1.0]));
        assert_eq!(read.of(&[5.0, -3.0]), Some(vec![-1.0]));
        assert_eq!(read.of(&[5.0, 0.0]), None, "nothing along the axis");
        for (numbers, dims, kept) in [(3, 2, 1), (5, 2, 1), (4, 2, 0), (0, 2, 1)] {
            assert_eq!(Projection::read(&vec![0; numbers * 4], dims, kept), None, "{numbers} numbers");
        }
        assert_eq!(Projection::read(&[0; 15], 2, 1), None);
    }
}
