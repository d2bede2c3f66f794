//! Families of phrases that are made of parts: whoever does not mind, is no longer afraid of, or need not avoid. Written as
//! their parts, so that any two that go together are understood without anybody having listed the pair.

use super::lexicon::Word;

/// A "no" in front of a feeling.
const DENY_ZH: &str = "不|不再|不那么|没那么|没有那么|不怎么|不会再|不会|再也不|已经不|早就不|早不|并不|其实不|现在不|不太|不大";
/// Feelings that keep people off a road.
const FEAR_ZH: &str = "怕|害怕|恐惧|发怵|怵|打怵|犯怵|发憷|紧张|慌|心慌|发慌|介意|在意|在乎|排斥|反感|抗拒|讨厌|嫌弃|忌讳|计较|担心|头晕|焦虑|难受|膈应|嫌";
/// Nobody has to.
const NEEDLESS_ZH: &str = "不用|不必|无需|无须|不需要|用不着|没必要|犯不着|不再|别再|不要再|不用再|不必再|不需要再|没必要再|再也不用|可以不|可以不用|以后不用|别|不要|不|停止";
const SHUN_ZH: &str = "避开|绕开|躲开|避|绕|躲|避让|避免|规避|绕着走|躲着|避着|绕过|回避|躲避|绕着|绕行";
/// It is all right, said behind a road.
const FINE_ZH: &str = "也行|也可以|都行|都可以|没关系|没事|没事儿|没问题|无所谓|不要紧|能接受|可以接受|也能接受|不碍事|不打紧|随便|随意|也没事|也没关系|也没问题|也无所谓|倒无所谓|都无所谓|都没关系|都没问题|又可以|又行|倒是可以|也不是不行|不是不行|不是不可以";
/// The same of a road that can be taken again; without 了 they stand in front of one.
const PASSABLE_ZH: &str = "能走|可以走|可以上|能上|可以过|能过|可以开|可以坐|能坐|也能走|又能走|又可以走|好走|安全|可以|行|解禁|放开";
/// What people feel who would rather not, before or behind a road.
const DREAD_ZH: &str = "不敢|不太敢|不大敢|不怎么敢|哪敢|没胆子|没胆|有点怕|有点怵|发怵|犯怵|怵|打怵|发憷|心慌|发慌|心里发慌|紧张|容易紧张|头晕|腿软|手抖|手心出汗|冒汗|出汗|犯晕|恐惧|恐惧症|有恐惧症|有阴影|有心理阴影|压抑|憋得慌|闷得慌|不踏实|不自在|提心吊胆|心里没底|没底|喘不过气|难受|不舒服|没安全感|不安心|焦虑|犯恶心|恶心|想吐|心烦|头大|吃不消|扛不住|hold不住|发毛|害怕得很|心惊胆战|胆战心惊|不放心|懒得|不乐意|不情愿|没兴趣|膈应|打心眼里怕";

const DENY_EN: &str = "not|no longer|not really|not that|not so|not as|not at all|never|isn't|aren't";
const FEAR_EN: &str = "afraid of|scared of|frightened of|terrified of|nervous about|nervous in|nervous on|worried about|bothered by|against|opposed to|averse to|anxious about|anxious in|anxious on|fussy about|put off by|uncomfortable with|uncomfortable in|uncomfortable on|stressed by|scared in|scared on|fazed by|concerned about";
const DONT_EN: &str = "don't|do not|dont|no longer|don't really|do not really|don't even|wouldn't";
const MIND_EN: &str = "mind|hate|dislike|fear|dread|avoid|object to|care about|worry about|need to avoid|have to avoid|want to avoid|bother avoiding|bother to avoid|need to skip|have to skip|need to stay off|have to stay off|need to stay away from|have to stay away from|need to steer clear of|have to steer clear of|have a problem with|have anything against|have a fear of";
/// All right, in front of a road.
const FREE_EN: &str = "fine with|ok with|okay with|cool with|happy with|comfortable with|alright with|all right with|good with|no problem with|no problems with|no issue with|no issues with|nothing against|no objection to|no objections to|over my fear of|over the fear of|no need to avoid|needn't avoid|need not avoid|no reason to avoid|stop avoiding|quit avoiding|allow|allowing|permit|permitting|feel free to|free to|welcome to|ok to|okay to|fine to|all right to|alright to|happy to|willing to|lift the ban on|unblock|whatever about";
const COPULA_EN: &str = "is|are|'s|'re|would be|will be|seems|seem|should be";
const RIGHT_EN: &str = "fine|ok|okay|alright|all right|no problem|no problem at all|not a problem|no issue|not an issue|acceptable|allowed|no trouble|no big deal|not a big deal|welcome|no longer a problem|no longer an issue|no longer a big deal|fine by me|fine with me|ok with me|okay with me|ok by me|fair game|back on the table";
const BOTHER_EN: &str = "bother|scare|frighten|worry|stress|annoy|upset|faze|spook|terrify|unnerve|freak|bothers|scares|frightens|worries|stresses|annoys|upsets|fazes|spooks|terrifies|unnerves|freaks|irritate|irritates|unsettle|unsettles|intimidate|intimidates|exhaust|exhausts|tire|tires|petrify|petrifies";
const NO_LONGER_EN: &str = "don't|doesn't|do not|does not|no longer|never|won't|don't really|doesn't really";
const NERVES_EN: &str = "nervous|anxious|uneasy|uncomfortable|stressed|scared|panic|panicky|claustrophobic|dizzy|tense|jittery|frightened|terrified|unsafe|petrified|panicking|freaked out|freak out|queasy|stressed out|on edge|wary of|not comfortable|not confident|phobia of|a phobia of|fear of|a fear of|vertigo|sweaty";
/// Said behind a road: not for me.
const NO_GO_EN: &str = "not my thing|not for me|isn't for me|aren't for me|are not for me|is not for me|a nightmare|a no-go|a no go|off limits|out of the question|out for me|give me the creeps|gives me the creeps|give me anxiety|gives me anxiety|give me vertigo|gives me vertigo|give me a headache|give me headaches|gives me a headache|give me panic attacks|gives me panic attacks|give me the shivers|can go to hell|not an option|isn't an option|aren't an option|are not an option|is not an option";

/// The families.
pub(super) fn composed() -> Vec<(String, Word)> {
    let mut made = Vec::new();
    let mut family = |parts: &[&str], word: Word| {
        made.extend(product(parts).into_iter().map(|phrase| (phrase, word)));
    };
    family(&[DENY_ZH, FEAR_ZH], Word::Permit);
    family(&[NEEDLESS_ZH, SHUN_ZH], Word::Permit);
    family(&[FINE_ZH, "了|的|了的"], Word::Fine);
    family(&[FINE_ZH], Word::Fine);
    family(&[PASSABLE_ZH, "了"], Word::Fine);
    family(&[DREAD_ZH], Word::Dread);
    family(&[DENY_EN, " ", FEAR_EN], Word::Permit);
    family(&[DONT_EN, " ", MIND_EN], Word::Permit);
    family(&[FREE_EN], Word::Permit);
    family(&[COPULA_EN, " ", RIGHT_EN], Word::Fine);
    family(&[NO_LONGER_EN, " ", BOTHER_EN, " me"], Word::Fine);
    family(&[BOTHER_EN, " me"], Word::Dread);
    family(&[BOTHER_EN, " me out|me off|me to death|me a lot"], Word::Dread);
    family(&[NERVES_EN], Word::Dread);
    family(&[NO_GO_EN], Word::Dread);
    made
}

/// Every way to put one piece of each part behind the other.
fn product(parts: &[&str]) -> Vec<String> {
    parts.iter().fold(vec![String::new()], |so_far, part| {
        so_far
            .iter()
            .flat_map(|phrase| part.split('|').map(move |piece| format!("{phrase}{piece}")))
            .collect()
    })
}

/// Ways to be on a road; they are verbs only in front of one.
const DRIVING_EN: &str = "driving on|driving in|driving over|driving through|driving across|driving along|driving via|driving under|drive on|drive in|drive over|drive through|drive across|drive along|drive under|going on|going over|going through|going in|going across|going along|going under|going onto|go over|go through|go across|go along|go under|go onto|go on|being on|being in|being inside|getting on|getting onto|get on|get onto|entering|enter|crossing|cross|riding on|merging onto|merge onto|joining|join|hopping on|hop on|stuck in|stuck on|inside|sitting in|sit in|paying for|pay for|put me on|putting me on|take me on|taking me on|send me over|send me through|send me on|route me over|route me through|route me on|lead me over|lead me through|guide me through|guide me over|bring me over|bring me through|take me over|take me through|drive me over|drive me through|drive me on";

/// Phrases that are a verb only in front of a road.
pub(super) fn driving() -> impl Iterator<Item = &'static str> {
    DRIVING_EN.split('|')
}
