//! Chinese puts what is spoken of first: 香菜我一口都不吃, 拥堵路段我一般都避开.

use std::sync::LazyLock;

use domain::Lang;
use regex_lite::Regex;

use super::{cut, hint};
use crate::{
    key::item::item,
    pattern,
    rules::finding::{Finding, taste, tastes},
};

pattern!(
    TOPIC,
    "^(.{1,12}?)(?:这东西|这种东西|这玩意儿?|这类东西|这些|这个|这类|这种|什么的|啥的|之类的)?[, ]*(?:我们家|我们|我个人|我自己|我|咱们|咱|俺)((?:是真|是真的|是|其实|真的|真|一口也|一口都|一点也|一点儿也|一点都|一点儿都|一滴都|一次都|一首都|一直|从来|从来都|一概|一律|一般都|通常都|闻都|碰都|看都|打死|死活|说什么也|从小|从小就|根本|坚决|打死也|打死都|绝对|完全|现在|最近|已经|早就|早|就|倒|倒是|可|还|还是|都|也|最|很|挺|特别|非常|超级|超|蛮|比较|有点|有点儿|实在|确实|平时|一般|平常|通常|总是|向来|一向|可以说|几乎|基本|基本上)*)(不能闻|不能碰|不能吃|不能喝|不想碰|不怎么走|不太走|绕着走|绕开走|躲着走|避开走|绕开|避开|躲开|不爱走|不喜欢走|不想走|不敢走|不走|不上|不开|不坐|不进|不去|不怎么吃|不怎么喝|不怎么听|不太吃|不太喝|不太能吃|不太能喝|吃不来|喝不来|吃不了|喝不了|吃不惯|喝不惯|听不惯|受不了|忍不了|接受不了|不喜欢|不爱吃|不爱喝|不爱听|不爱|不吃|不喝|不听|不碰|不抽|不沾|不看|不要|不感冒|不感兴趣|没兴趣|讨厌|反感|戒|戒掉|喝腻|吃腻|听腻|不行|敬谢不敏|喜欢吃|喜欢喝|喜欢听|喜欢|爱吃|爱喝|爱听|爱|爱得不行|吃得惯|离不开|百吃不厌|百听不厌|每天都喝|天天喝|天天吃|天天听|常喝|常吃|常听|经常喝|经常吃|经常听)(?:的|了|啊|呢|吧|得很|得不得了|死了|不已)*$"
);

pattern!(
    AVOIDS,
    "^(?:平时|平常|一般|通常|每天|每次|总是|开车|出门|上班|下班)*(?:我们|我|咱们|咱|用户)?(?:平时|平常|一般|通常|每天|每次|总是|总|经常|常常|向来|从来|一向|一直|都|会|是|就|要|得|先|尽量|尽可能|习惯|喜欢|愿意|宁愿|宁可|想)+(?:避开|绕开|躲开|避免|躲着|绕着|避让|绕过|规避|回避|避|躲)(?:走)?(.{1,14}?)(?:走|开|的)?$"
);

pattern!(
    RATHER,
    "^(?:我们|我|咱)(?:只|都|一般|平时|从来|一直|还是)*(喝|吃|听|走|坐|开)(.{1,8}?)[, ]*(?:但|而|从来|从|就|绝)?不(喝|吃|听|走|坐|开)(.{1,8}?)(?:的|了)?$"
);

/// 我喝茶不喝咖啡: one is liked, the other is not.
pub(super) fn rather(bare: &str) -> Vec<Finding> {
    let Some(found) = RATHER.as_ref().and_then(|pattern| pattern.captures(bare)) else { return Vec::new() };
    let part = |index: usize| found.get(index).map_or("", |part| part.as_str());
    if part(1) != part(3) {
        return Vec::new();
    }
    let mut both = tastes(cut(part(2)), true, hint(part(1)), Lang::Zh);
    both.extend(tastes(cut(part(4)), false, hint(part(3)), Lang::Zh));
    both
}

/// What is said behind the thing that it is about, and what is gone around.
pub(super) fn topic(bare: &str) -> Vec<Finding> {
    if let Some(found) = AVOIDS.as_ref().and_then(|pattern| pattern.captures(bare)) {
        let what = found.get(1).map_or("", |what| what.as_str());
        return item(cut(what), Some("route"))
            .filter(|item| item.known)
            .map(|item| taste(&item, false).sure(0.9))
            .into_iter()
            .collect();
    }
    let Some(found) = TOPIC.as_ref().and_then(|pattern| pattern.captures(bare)) else { return Vec::new() };
    let (thing, verb) = (found.get(1).map_or("", |m| m.as_str()), found.get(3).map_or("", |m| m.as_str()));
    // A meal, or this one here, is declined now and not for ever.
    const NOW: &str = "这|那|它|他|她|今|明|昨|刚|饭|早饭|午饭|晚饭|早餐|午餐|晚餐|什么|谁|东西|你|所以|但|因为|如果|的|上次|下次|等";
    if NOW.split('|').any(|word| thing.starts_with(word)) {
        return Vec::new();
    }
    const BAD: &str = "绕|避|躲|不|戒|讨厌|反感|没|腻|受|忍|敬谢|吃不|喝不|听不|接受不";
    let like = verb == "离不开"
        || verb.contains("不厌")
        || verb == "爱得不行"
        || !BAD.split('|').any(|bad| verb.contains(bad));
    let by_verb =
        ["吃", "喝", "听", "抽", "看", "走", "去"].into_iter().find(|one| verb.contains(one)).and_then(hint);
    tastes(cut(thing), like, by_verb, Lang::Zh).into_iter().map(|finding| finding.sure(0.9)).collect()
}
