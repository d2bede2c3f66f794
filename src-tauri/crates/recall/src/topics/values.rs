//! Kinds of values: a question for a colour is answered by a sentence that has one.

use std::sync::LazyLock;

use super::Table;

/// A set of kinds of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values(pub u8);

const COLOUR: u8 = 1;
const LEVEL: u8 = 2;
const TEMPERATURE: u8 = 4;
const BRIGHTNESS: u8 = 8;

impl Values {
    /// Whether a kind that is asked for is there.
    #[inline(always)]
    pub fn meets(self, asked: Self) -> bool {
        self.0 & asked.0 != 0
    }

    /// Whether none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Rows: asked for with these words (en, zh), present with those.
type Row = (u8, [&'static [&'static str]; 4]);

const ROWS: &[Row] = &[
    (
        COLOUR,
        [
            &["colour*", "color*", "hue", "tint"],
            &["颜色", "什么色"],
            &[
                "red", "green", "blue", "white", "purple", "yellow", "orange", "cyan", "pink", "amber",
                "violet", "teal", "gold*", "black", "colour*", "color*",
            ],
            &["红", "绿", "蓝", "白色", "紫", "黄", "橙", "青色", "粉", "琥珀", "金色", "黑色"],
        ],
    ),
    (
        LEVEL,
        [
            &[
                "level*",
                "intensity",
                "setting",
                "settings",
                "notch*",
                "position",
                "height",
                "percent*",
                "how much",
            ],
            &["几档", "档", "级", "多少", "百分"],
            &["level*", "percent*", "max*", "min*", "low*", "high*", "medium", "halfway", "notch*"],
            &["档", "级", "最大", "最小", "最高", "最低", "一半", "百分"],
        ],
    ),
    (
        TEMPERATURE,
        [
            &["temperature*", "degree*", "warm*", "cool*", "hot", "cold*", "chill*"],
            &["温度", "几度", "多少度", "热", "冷", "凉"],
            &["degree*", "celsius", "fahrenheit"],
            &["度"],
        ],
    ),
    (
        BRIGHTNESS,
        [
            &["bright*", "dim*", "dark*", "glar*", "blind*", "eyes"],
            &["亮", "暗", "刺眼", "晃眼"],
            &["bright*", "dim*", "glar*", "blind*", "dark*"],
            &["亮", "暗", "刺眼", "晃眼"],
        ],
    ),
];

/// Kinds that the text has; with `asked`, kinds that it asks for.
pub fn values(spaced: &str, asked: bool) -> Values {
    let table = if asked { &*ASKED } else { &*PRESENT };
    let found = table.rows(spaced).filter_map(|row| ROWS.get(row));
    let mut set = found.fold(0, |set, (bit, _)| set | bit);
    if !asked && spaced.bytes().any(|byte| byte.is_ascii_digit()) {
        set |= LEVEL;
    }
    Values(set)
}

static ASKED: LazyLock<Table> = LazyLock::new(|| rows(0));
static PRESENT: LazyLock<Table> = LazyLock::new(|| rows(2));

fn rows(first: usize) -> Table {
    Table::of(ROWS.iter().map(|(_, lists)| (lists[first], lists[first + 1])))
}
