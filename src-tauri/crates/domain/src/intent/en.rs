//! English words. One line per meaning; alternatives between bars; a space matches any white space.

use super::{RoutePreference, lexicon::Word};
use crate::{DayKind, RoadFeature, Strength, TimeBucket, Weather};

/// The table.
pub(super) const WORDS: &[(&str, Word)] = &[
    // Places and ways
    (
        "->|=>|i'm expected at|i am expected at|we're expected at|we are expected at|expected at|i'm due at|we're due at|i am due at|we are due at|due at|expecting me at|expecting us at|expect me at|expect us at|pick up the kids at|pick up the children at|pick the kids up at|collect the kids at|to|go to|go|going to|take me to|take me|drive to|drive me to|drive me|drive|driving to|bring me to|bring me|get me to|get me|get to|navigate to|navigate me to|route to|directions to|head to|heading to|head for|heading for|way to|how do i get to|travel to|visit|let's visit|to visit|off to|i meant|i mean|i meant to say|make that|set off for|setting off for|depart for|leave for|leaving for|start for|straight to|straight on to|where is the nearest|where's the nearest|go back to|back to|return to|return|towards|toward|destination|i want to go to|i'm going to|i am going to|i need to get to|i need to go to|i have to be at|i need to be at|be at|arrive in|drop the kids at|drop the kids off at|drop the children at|drop off the kids at|take the kids to|take the children to|bring the kids to",
        Word::Go,
    ),
    (
        "not to|don't go to|do not go to|don't stop at|do not stop at|don't need to stop at|do not need to stop at|no need to stop at|needn't stop at|don't have to stop at|no need to go to|don't need to go to|don't have to go to|needn't go to|no longer need to go to|no longer need to stop at|won't stop at|won't go to|leave out|cancel the stop at|remove the stop at|drop the stop at|skip the stop at|forget the stop at|scrap the stop at|take out the stop at|delete the stop at|without the stop at|without stopping at|not going to",
        Word::NotGo,
    ),
    ("from|starting from|starting at|start from|start at|starting in", Word::From),
    (
        "depart|departing|leave|leaving|set off|setting off|depart at|leave at|leaving at|departing at|start",
        Word::Leave,
    ),
    (
        "arrive|arriving|be there|get there|there by|arrive by|arriving by|arrive at|arriving at|be there by|get there by",
        Word::Arrive,
    ),
    (
        "pop into|pop in at|nip into|run into|call in at|drop into|a quick stop at|quick stop at|stop briefly at|via|by way of|stop at|stopping at|stop by|stopping by|with a stop at|with a stop in|passing|passing by|passing through|pass by|pass through|through|drop by|swing by|call at|calling at|stop in|stopping in|stop off at|pick up at|and stop at|go past|going past|go by|go via|going via",
        Word::Via,
    ),
    ("on the way|along the way|en route|on my way", Word::OnWay),
    (
        "home|my home|office|the office|my office|work|my work|my workplace|school|the school|gym|the gym|my gym|my place|my house",
        Word::Place,
    ),
    (
        "the usual place|my usual place|usual place|the usual spot|my usual spot|usual spot|the old place",
        Word::UsualPlace,
    ),
    (
        "the usual way|usual way|my usual way|the usual route|usual route|my usual route|the usual road|usual road|my usual road|the old way|the old road|old road|the way i always go|the way i usually go|same route as yesterday|the same route as yesterday|same way as yesterday|the same way as yesterday|like yesterday|same as yesterday|the same way as last time|same way as last time|same as last time|same route as last time|like last time|as usual|same as usual|same way as always|same as always|like always|the regular route|my regular route|my normal route|the normal route|the normal way",
        Word::UsualRoute,
    ),
    // Road features
    (
        "elevated road|elevated roads|elevated highway|elevated highways|elevated expressway|elevated expressways|elevated|viaduct|viaducts|overpass|overpasses|flyover|flyovers|skyway|elevated ring",
        Word::Feature(RoadFeature::Elevated),
    ),
    (
        "motorway|motorways|highway|highways|freeway|freeways|expressway|expressways|autoroute|autoroutes|autobahn|interstate|interstates",
        Word::Feature(RoadFeature::Motorway),
    ),
    (
        "toll|tolls|toll road|toll roads|toll booth|toll booths|toll station|toll stations|paying toll|paying tolls|pay toll|pay tolls|paying|paid roads|paid road|toll motorway|toll motorways|toll plaza|tolled roads|toll highway|toll highways",
        Word::Feature(RoadFeature::Toll),
    ),
    ("tunnel|tunnels|underpass|underpasses", Word::Feature(RoadFeature::Tunnel)),
    ("bridge|bridges", Word::Feature(RoadFeature::Bridge)),
    ("ferry|ferries|boat|boats|car ferry|car ferries", Word::Feature(RoadFeature::Ferry)),
    (
        "unpaved road|unpaved roads|unpaved|dirt road|dirt roads|dirt tracks|dirt track|gravel road|gravel roads|gravel|rough roads|rough road|bad roads",
        Word::Feature(RoadFeature::Unpaved),
    ),
    (
        "the sea|the river|the lake|seaside|riverside|lakeside|waterfront|waterside|by the sea|by the water|by the river|by the lake|along the sea|along the river|along the coast|along the water|along the lake|along the shore|along the seafront|along the waterfront|along the riverside|along the seaside|beside the river|beside the sea|next to the river|next to the sea|near the water|see the sea|near the sea|with sea views|sea view|sea views|river road|sea road|coast road|coastal road|coastal route|coastal roads|coast|coastal|seafront|shore|shoreline|seaside road|seaside roads|seaside route|riverside road|riverside roads|riverside route|lakeside road|waterfront road|waterside road|waterside roads|waterside route|river route|sea route|seaside way|riverside way|lake road|river bank|riverbank|embankment",
        Word::Feature(RoadFeature::Waterside),
    ),
    (
        "toll-free|toll free|free roads|free road|free of tolls",
        Word::Fixed(RoadFeature::Toll, Strength::Avoid),
    ),
    (
        "and by the sea|and along the sea|and along the coast|and along the river|and by the river|and by the water|and near the sea",
        Word::Fixed(RoadFeature::Waterside, Strength::Prefer),
    ),
    ("ground level|at ground level|surface level", Word::Fixed(RoadFeature::Elevated, Strength::Avoid)),
    ("tunnel-free|tunnel free", Word::Fixed(RoadFeature::Tunnel, Strength::Avoid)),
    (
        "residential streets|residential street|residential roads|residential areas|residential area|residential short cuts|residential shortcuts|residential|rat run|rat runs|rat-run|rat-runs|housing estates|housing estate|living streets|short cut|short cuts|shortcut|shortcuts|neighbourhood streets|neighborhood streets",
        Word::Feature(RoadFeature::Residential),
    ),
    (
        "narrow roads|narrow road|narrow streets|narrow street|narrow lanes|narrow|single-lane roads|single lane roads|single-track roads|single track roads|alley|alleys|alleyways|back alleys",
        Word::Feature(RoadFeature::Narrow),
    ),
    (
        "steep roads|steep road|steep hills|steep hill|steep streets|steep slopes|steep climbs|steep",
        Word::Feature(RoadFeature::Steep),
    ),
    (
        "closed|is closed|are closed|'s closed|been closed|has been closed|have been closed|was closed|will be closed|closed off|is closed off|closed to traffic|is closed to traffic|blocked|is blocked|are blocked|blocked off|is blocked off|shut|is shut|is shut down|shut down|impassable|is impassable|roadworks on|road works on|roadworks at|there are roadworks on|roadworks|construction on|under construction|is under construction|being repaired|is being repaired|is being resurfaced|closure of|closure on|road closure on|road closure|road closed|can't get through|cannot get through|is flooded|flooded|no way through",
        Word::Closed,
    ),
    // Strength
    (
        "don't drive|do not drive|don't go|do not go|don't drive through|don't drive along|don't drive on|don't drive over|don't go along|don't go by|not a single|not one|not any|no more|not even one|zero|except|except for|anything but|everything but|other than|not|no|not through|not via|not by|not on|not over|not along|not across|not the|not take|not using|not use|without|don't|do not|dont|don't take|don't use|don't go through|don't go over|don't go via|don't go on|don't want|do not want|don't want to take|don't want to use|do not take|do not use|do not go through|without using|without taking|without going through|without going over|don't like driving over|don't like driving through|don't like driving on|don't like driving along|don't like driving across|don't like driving in|don't like going over|don't like going through|don't like going on|don't like crossing|don't like using|don't like taking|do not like driving over|do not like driving through|do not like driving on|do not like driving along|do not like driving across|do not like driving in|do not like going over|do not like going through|do not like going on|do not like crossing|do not like using|do not like taking|hate driving over|hate driving through|hate driving on|hate driving along|hate driving across|hate driving in|hate going over|hate going through|hate going on|hate crossing|hate using|hate taking|dislike driving over|dislike driving through|dislike driving on|dislike driving along|dislike driving across|dislike driving in|dislike going over|dislike going through|dislike going on|dislike crossing|dislike using|dislike taking|can't stand driving over|can't stand driving through|can't stand driving on|can't stand driving along|can't stand driving across|can't stand driving in|can't stand going over|can't stand going through|can't stand going on|can't stand crossing|can't stand using|can't stand taking|cannot stand driving over|cannot stand driving through|cannot stand driving on|cannot stand driving along|cannot stand driving across|cannot stand driving in|cannot stand going over|cannot stand going through|cannot stand going on|cannot stand crossing|cannot stand using|cannot stand taking|don't enjoy driving over|don't enjoy driving through|don't enjoy driving on|don't enjoy driving along|don't enjoy driving across|don't enjoy driving in|don't enjoy going over|don't enjoy going through|don't enjoy going on|don't enjoy crossing|don't enjoy using|don't enjoy taking|afraid of driving over|afraid of driving through|afraid of driving on|afraid of driving along|afraid of driving across|afraid of driving in|afraid of going over|afraid of going through|afraid of going on|afraid of crossing|afraid of using|afraid of taking|scared of driving over|scared of driving through|scared of driving on|scared of driving along|scared of driving across|scared of driving in|scared of going over|scared of going through|scared of going on|scared of crossing|scared of using|scared of taking|i'm afraid of|i am afraid of|afraid of|scared of|dislike|don't like|do not like|hate|can't stand|cannot stand|nothing with|can't take|cannot take|won't take|not going through|but not|but not through|but no|no more",
        Word::Neg,
    ),
    (
        "avoid|avoiding|skip|skipping|bypass|bypassing|stay off|stay away from|keep off|keep away from|staying off|keeping off|off the|steer clear of|stay clear of|exclude|excluding|go around|going around|get around|avoids|stay out of|keep out of",
        Word::Shun,
    ),
    (
        "never|under no circumstances|on no account|never ever|absolutely no|absolutely not|never take|never use|never go through|never go on|never drive through|never on|never through|never over|not ever",
        Word::Never,
    ),
    ("absolutely|whatever happens|strictly|definitely|by all means|i absolutely", Word::Intens(false)),
    ("at all costs|at any cost|at all|no matter what|ever", Word::Intens(true)),
    (
        "try|try to|trying to|rather|i'd rather|i would rather|preferably|ideally|better|best|as far as possible",
        Word::Soft(false),
    ),
    (
        "rather not|rather not take|rather not go through|rather not drive through|rather not use|rather not go over|rather not go via|i'd rather not take|i'd rather not go through|i'd rather not drive through|i'd rather not go over|i'd rather not use|i'd rather not|i would rather not|better not|prefer not|prefer not to|i prefer not to|i'd prefer not to|i'd prefer not|would prefer not to|try not to|rather no|preferably not|preferably no|ideally not|ideally no|i'd rather avoid|i would rather avoid|rather avoid",
        Word::RatherNot,
    ),
    (
        "traffic|traffic lights|traffic light|jams|traffic jams|traffic jam|congestion|city centre|city center|the city centre|the city center|downtown|left turns|speed cameras|u-turns|roundabouts|roadworks|hills",
        Word::Unsupported,
    ),
    (
        "unless necessary|unless needed|unless there is no other way|unless unavoidable|if possible|where possible|if possible please|if you can help it|if you can|if it's possible|if it is possible|when possible|wherever possible|if at all possible|where you can|as much as possible|if feasible|if that works",
        Word::Soft(true),
    ),
    (
        "less|fewer|as few|as little|few|minimize|minimise|minimal|fewest|not too many|not too much|not many|limit",
        Word::Less,
    ),
    (
        "take|taking|use|using|along|on|over|across|follow|following|keep to|stick to|stay on|prefer|preferring|want|i want|by|with|down|up",
        Word::Take,
    ),
    (
        "my preference is|my preferred way is|my favourite way is|my favorite way is|i'm partial to|i'm fond of|i prefer|i like|i love|i'd prefer|i would prefer|i like to take|i like taking|i enjoy|my favourite is|my favorite is|i usually take|i always take|i usually use|i like driving|i like to drive|i prefer to take|i prefer taking",
        Word::Like,
    ),
    (
        "i never|i never take|i never use|i never want to take|i never want|i don't like|i do not like|i hate|i don't like to take|i don't like taking",
        Word::Custom(true),
    ),
    // Ways of weighing
    (
        "quick|a quick way|quick way|quick route|fastest|the fastest|quickest|the quickest|fastest way|the fastest way|fastest route|the fastest route|quickest way|the quickest way|quickest route|the quickest route|as fast as possible|as quickly as possible|quickly|fast|fast route|shortest time|least time|speedy",
        Word::Mode(RoutePreference::Fastest),
    ),
    (
        "stable|the quiet way|quiet way|the quiet route|quiet route|quiet|quiet roads|the quiet road|easy|easiest|the easiest way|easy way|the easy way|simple|simplest|the simplest way|smooth|relaxed|calm|fewer turns|few turns|less turns|no surprises|reliable|steady|comfortable|comfortably|the easy route|easy route|easiest route|the easiest route|simple route|the simple route",
        Word::Mode(RoutePreference::Stable),
    ),
    (
        "scenic|the scenic way|scenic way|the scenic route|scenic route|scenic road|the scenic road|beautiful|pretty|nice views|nice view|with a view|a view|with views|good views|views|most beautiful|the beautiful way|beautiful way|beautiful route|the beautiful route|the pretty way|pretty way|picturesque|sightseeing|a nice drive|panoramic",
        Word::Mode(RoutePreference::Scenic),
    ),
    (
        "side streets|back streets|quiet streets|smaller roads|country lanes|local streets|back roads|country roads|surface streets|surface roads|side roads|small roads|minor roads|local roads|backroads|avoid_highway",
        Word::Mode(RoutePreference::AvoidHighway),
    ),
    // Weather, hurry, time
    (
        "rain|raining|rainy|when it rains|when it's raining|in the rain|in rain|it's raining|it is raining|if it rains|on rainy days|rainy day|rainy days|wet|wet weather|pouring|it rains|heavy rain",
        Word::Weather(Weather::Rain),
    ),
    (
        "snow|snowing|snowy|when it snows|when it's snowing|in the snow|in snow|it's snowing|it is snowing|if it snows|on snowy days|icy|ice|it snows|when it's icy",
        Word::Weather(Weather::Snow),
    ),
    (
        "fog|foggy|in the fog|in fog|when it's foggy|it's foggy|it is foggy|mist|misty",
        Word::Weather(Weather::Fog),
    ),
    (
        "sunny|it's not raining|it is not raining|it isn't raining|not raining|isn't raining|the rain has stopped|the rain stopped|the rain's stopped|it stopped raining|it has stopped raining|it's stopped raining|no rain|no rain today|when it's dry|when it is dry|in the dry|no snow|it's not snowing|it isn't snowing|not snowing|the fog has lifted|no fog|clear weather|in clear weather|when it's sunny|good weather|in good weather|on sunny days|when the weather is nice|when the sun shines",
        Word::Weather(Weather::Clear),
    ),
    (
        "in a hurry|i'm in a hurry|i am in a hurry|in a rush|i'm in a rush|i am in a rush|hurry|hurry up|running late|we're running late|we are running late|we're late|we are late|i'm running late|i am running late|i'm late|i am late|late|late for|i'm late for|i am late for|urgent|urgently|no time|asap|as soon as possible|pressed for time|short of time|short on time",
        Word::Hurry,
    ),
    (
        "in the morning|in the mornings|mornings|morning|during the morning|rush hour|at rush hour|every morning",
        Word::Part(TimeBucket::Morning, 8),
    ),
    ("at midday|at lunchtime|midday|around noon|lunchtime", Word::Part(TimeBucket::Midday, 12)),
    (
        "in the afternoon|in the afternoons|afternoons|afternoon|every afternoon",
        Word::Part(TimeBucket::Afternoon, 15),
    ),
    (
        "in the evening|in the evenings|evenings|evening|every evening|after work",
        Word::Part(TimeBucket::Evening, 18),
    ),
    (
        "at night|at nights|nights|by night|late at night|during the night|night|in the night|every night|after dark",
        Word::Part(TimeBucket::Night, 23),
    ),
    (
        "on weekdays|weekdays|on workdays|workdays|on working days|during the week",
        Word::Days(DayKind::Workday),
    ),
    (
        "on weekends|weekends|at the weekend|at weekends|on the weekend|weekend|on saturdays and sundays",
        Word::Days(DayKind::Weekend),
    ),
    // How long, and what kind of request
    (
        "for future trips|on future trips|for future drives|from this day on|on all trips|on every trip|for every trip|for all trips|every single time|always|from now on|every time|each time|in future|in the future|whenever|usually|generally|normally|from today on|from today onwards|from today onward|from today|starting today|starting from today|as of today|as from today|as a rule|every day|for good|permanently|henceforth|going forward",
        Word::Always,
    ),
    (
        "this time|just this time|just this once|this once|only this time|just once|once|for once|today|just today|only today|for today|today only|for now|now|right now|just for today|on this trip|for this trip",
        Word::Once,
    ),
    (
        "then|and then|continue|continue to|after that|afterwards|next|and after that|keep going|carry on|continue on to|and continue to|then continue to|then go to|and then go to|and then to|then to|go on to",
        Word::Then,
    ),
    (
        "also|add|and also|plus|additionally|as well|too|in addition|add a stop at|add a stop in|add a stop|and add|also stop at|also go to|also stop by|also via|include|also add",
        Word::Add,
    ),
    ("first|finally|before that|at the end|last", Word::Next),
    (
        "remember|remember that|remember to|note that|note|keep in mind|keep in mind that|please remember|bear in mind|make a note",
        Word::Remember,
    ),
    (
        "is open again|are open again|has reopened|reopened|is no longer closed|is not closed any more|is not closed anymore|forget|forget about|forget that|delete|erase|remove|don't remember|do not remember|don't keep that in memory|don't keep this in memory|don't keep that|don't store that|don't store this|don't save that|don't save this|forget it|unlearn|clear my history|clear the history|clear my memory|clear your memory|clear my data|clear all my data|clear everything you know|you don't need to remember|you don't have to remember|no need to remember|you needn't remember|don't bother remembering|don't keep a record of|scrap|discard|wipe|wipe out|purge|disregard|throw away|get rid of|take back|take that back|don't keep|do not keep|don't hold on to|let go of|don't save|do not save|don't store|do not store|don't record|don't hang on to|unsay|expunge|undo what i said|ignore what i said|stop remembering",
        Word::Forget,
    ),
    (
        "do i usually|which road do i|which way do i|which route do i|do i normally|how do i usually|last time|which way did|which road did|which route did|what route did|what road did|what way did|why did you|why do you|why this|why is|why are|why not|why|did i|have i|when did i|how often|do you remember|show my trips|my trips|yesterday|last week|last month|how many times|my history|trip history|driving history|what did i|where did i|how did i|did we",
        Word::Query,
    ),
    // Understood, but nothing to do
    (
        "we're not in a rush|we're not in a hurry|we've got time|we have time|i've got time|plenty of time|there's no rush|there's no hurry|outside|out there|i've changed my mind|i have changed my mind|changed my mind|on second thoughts|on second thought|scratch that|come to think of it|make me|makes me|making me|makes us|get me so|leave me|leaves me|tend to|dare|sending|get a bit|get a little|get so|get very|get really|hold on|hang on|wait|wait a minute|wait a second|hmm|actually|sorry|with or without|either way|my location|my current location|current location|my position|this place|this address|here|ok|if needed|if necessary|when needed|if need be|no hurry|not in a hurry|i'm not in a hurry|no rush|not in a rush|there is no hurry|take my time|not urgent|hi|hello|hey|good morning|good evening|good afternoon|good night|make it|make this|ok|okay|please|pls|thanks|thank you|thx|can you|could you|can we|could we|would you|will you|i|i'd like to|i would like to|i'd like|i want to|i need to|i have to|i've got to|i must|need to|want to|have to|like to|let's|lets|let us|me|my|we|us|our|you|your|it|it's|is|are|am|i'm|be|a|an|the|any|some|all|of|for|in|at|that|this|these|those|just|only|way|route|road|roads|ways|routes|directions|trip|drive there|there|here|so|well|uh|um|because|as|if|when|while|which|what|where|how|do|does|did|would|could|should|can|will|may|kids|the kids|children|my kids|car|by car|and please|navigate|plan|plan a route|find|find me|show me|show|give me|give me a route|get|directions|tonight's|using only|big|small|long|short|one|ones|don't forget|don't forget to|do not forget|don't worry|much|many|very|really|quite|bit|a bit|a little|bit more|more|again|out|off|into|onto|up to|straight|straight|instead|though|however|while avoiding the|stop|stops|a stop|without stops|time|go somewhere|somewhere|good|drive home from|since|today's|about|around|through there|going|went|took|taken|recommended|recommend|choose|chose|pick|on mondays|on tuesdays|on wednesdays|on thursdays|on fridays|on saturdays|on sundays|every monday|every tuesday|every wednesday|every thursday|every friday|every saturday|every sunday",
        Word::Filler,
    ),
    ("but|so i|so we|and so i|that's why i|which is why i", Word::Sep(true)),
    (
        "or over|and over|or via|or on|or along|or across|nor over|and|or|nor|&|+|as well as|or through|and through|or the|and the|and also the|or any|and any|nor the",
        Word::And,
    ),
];
