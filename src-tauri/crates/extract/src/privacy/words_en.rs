//! English words that reveal somebody. One line per rule; alternatives between bars; small letters.

use super::find::Rule;

/// Whole words. The longest at a place wins; those of [`Rule::Plain`] are harmless words that hold a flagged one by chance.
pub(super) const WORDS: &[(&str, Rule)] = &[
    (
        "wife|husband|spouse|fiancée|fiancee|fiancé|fiance|girlfriend|boyfriend|my partner|my ex|ex-wife|ex-husband|ex-girlfriend|ex-boyfriend|mum|mom|mommy|mummy|mother|dad|daddy|father|parents|mother-in-law|father-in-law|in-laws|grandma|grandpa|grandmother|grandfather|grandparents|granny|nan|brother|sister|brothers|sisters|sibling|siblings|stepmother|stepfather|stepbrother|stepsister|brother-in-law|sister-in-law|uncle|aunt|auntie|cousin|cousins|nephew|niece|nephews|nieces|relatives|godmother|godfather|missus|hubby|twins",
        Rule::Kin,
    ),
    (
        "son|daughter|sons|daughters|grandson|granddaughter|grandchildren|grandkids|toddler|stepson|stepdaughter|newborn|my baby|the baby|our baby|my little one|infant",
        Rule::Child,
    ),
    (
        "birthday|birthdays|bday|b-day|wedding anniversary|anniversary|valentine's day|mother's day|father's day|christening|baptism|bar mitzvah|funeral",
        Rule::Occasion,
    ),
    (
        "hospital|hospitals|clinic|clinics|doctor|doctors|the er|emergency room|a&e|urgent care|dentist|dentists|dental|orthodontist|surgeon|physician|paediatrician|pediatrician|gynaecologist|gynecologist|obstetrician|ob-gyn|obgyn|dermatologist|cardiologist|oncologist|neurologist|psychiatrist|psychologist|therapist|counsellor|counselor|physiotherapist|physiotherapy|physical therapy|physio|chiropractor|optometrist|optician|midwife|nurse|rehab|hospice|medical|medical appointment|check-up|checkup|blood test|x-ray|mri|ct scan|ultrasound|chemo|chemotherapy|radiotherapy|radiation therapy|dialysis|surgery|operation on|vaccination|vaccine|jab|flu shot|prescription|pharmacy|drugstore|drug store|chemist's|therapy|therapy session|counselling|counseling|prenatal|antenatal|ivf|outpatient|inpatient|ward|general practitioner|my gp|the gp",
        Rule::Visit,
    ),
    (
        "asthma|asthmatic|diabetes|diabetic|hypertension|high blood pressure|low blood pressure|heart disease|heart attack|heart condition|arrhythmia|stroke|epilepsy|epileptic|seizure|seizures|parkinson's|alzheimer's|dementia|depression|depressed|anxiety|anxiety disorder|panic attacks|panic attack|bipolar|schizophrenia|ptsd|adhd|autism|autistic|insomnia|migraine|migraines|headache|headaches|vertigo|dizziness|dizzy spells|arthritis|rheumatism|gout|sciatica|back pain|bad back|back problem|back problems|sore back|slipped disc|herniated disc|neck pain|bad knee|bad knees|knee pain|bad hip|broken leg|broken arm|broken ankle|fracture|osteoporosis|allergy|allergies|allergic|hay fever|pollen allergy|peanut allergy|nut allergy|lactose intolerant|lactose intolerance|coeliac|celiac|gluten intolerance|eczema|psoriasis|dermatitis|shingles|pneumonia|bronchitis|tuberculosis|sinusitis|covid|covid-19|coronavirus|influenza|the flu|a flu|a fever|fever|a cold coming|nausea|vomiting|diarrhea|diarrhoea|ulcer|gastritis|crohn's|ibs|appendicitis|kidney stones|gallstones|hepatitis|cirrhosis|cancer|tumor|tumour|leukemia|leukaemia|lymphoma|melanoma|anemia|anaemia|thyroid|hiv|aids patient|std|glaucoma|cataract|cataracts|night blindness|night-blind|colour blind|color blind|colour-blind|color-blind|deaf|hearing loss|hearing aid|wheelchair|crutches|walking stick|disability|disabled parking|disabled person|disabled badge|disabled access|i'm disabled|i am disabled|paralysed|paralyzed|prosthetic|pregnant|pregnancy|miscarriage|due date|menopause|my period|prostate|hemorrhoids|haemorrhoids|claustrophobia|claustrophobic|alcoholic|alcoholism|sobriety|addiction|illness|disease|sick|chronic pain|carpal tunnel|concussion|medical condition",
        Rule::Illness,
    ),
    (
        "aspirin|ibuprofen|paracetamol|tylenol|advil|insulin|metformin|statin|statins|lisinopril|amlodipine|warfarin|blood thinner|blood thinners|nitroglycerin|antibiotics|antibiotic|penicillin|amoxicillin|prednisone|steroids|antidepressant|antidepressants|prozac|zoloft|fluoxetine|sertraline|xanax|valium|sleeping pills|melatonin|antihistamine|antihistamines|claritin|zyrtec|inhaler|albuterol|ventolin|epipen|painkiller|painkillers|opioids|oxycodone|morphine|birth control|the pill|viagra|medication|medications|medicine|my meds|my pills|omeprazole",
        Rule::Medicine,
    ),
    (
        "i'm a nurse|i am a nurse|is a nurse|as a nurse|i'm a doctor|i am a doctor|is a doctor|as a doctor|i'm a dentist|i am a dentist|is a dentist|as a dentist|i'm a surgeon|i am a surgeon|is a surgeon|as a surgeon|i'm a therapist|i am a therapist|is a therapist|as a therapist|i'm a psychologist|i am a psychologist|is a psychologist|as a psychologist|i'm a psychiatrist|i am a psychiatrist|is a psychiatrist|as a psychiatrist|i'm a midwife|i am a midwife|is a midwife|as a midwife|i'm a physician|i am a physician|is a physician|as a physician|i'm a physiotherapist|i am a physiotherapist|is a physiotherapist|as a physiotherapist|i'm a paediatrician|i am a paediatrician|is a paediatrician|as a paediatrician|i'm a pediatrician|i am a pediatrician|is a pediatrician|as a pediatrician|i'm a optician|i am a optician|is a optician|as a optician|i'm a counsellor|i am a counsellor|is a counsellor|as a counsellor|i'm a counselor|i am a counselor|is a counselor|as a counselor|medical care|trips for medical care|sick of|sick and tired|car sick|carsick|animal hospital road|hospital road|hospital street|sister city|sister cities|mother road|father time|brothers bridge|stroke engine|two-stroke|four-stroke|doctor who|spin doctor|twin city|twin cities|stroke of|ward road|operation on the|depression road|mother nature|founding father|high-pressure|car doctor|medical drama|cancer research shop|fever pitch|aunt sally|uncle sam|motherboard|mother lode|nurse road",
        Rule::Plain,
    ),
];

/// First names that are seldom ordinary words or places.
pub(super) const FIRST_NAMES: &str = "james|john|robert|michael|david|william|richard|joseph|thomas|charles|christopher|daniel|matthew|anthony|donald|steven|andrew|paul|joshua|kenneth|kevin|brian|george|timothy|ronald|edward|jason|jeffrey|ryan|jacob|gary|nicholas|eric|jonathan|stephen|larry|justin|scott|brandon|benjamin|samuel|gregory|alexander|patrick|frank|raymond|dennis|jerry|tyler|aaron|jose|adam|nathan|henry|zachary|douglas|peter|kyle|noah|ethan|jeremy|walter|christian|keith|roger|terry|sean|gerald|carl|harold|dylan|arthur|lawrence|jesse|bryan|joe|billy|bruce|gabriel|logan|alan|juan|albert|willie|elijah|wayne|randy|vincent|mason|roy|ralph|bobby|russell|bradley|philip|eugene|mary|patricia|jennifer|linda|elizabeth|barbara|susan|jessica|karen|sarah|lisa|nancy|sandra|ashley|emily|kimberly|margaret|donna|michelle|carol|amanda|melissa|deborah|stephanie|rebecca|sharon|laura|cynthia|dorothy|amy|kathleen|angela|shirley|emma|brenda|pamela|nicole|anna|samantha|katherine|christine|helen|debra|rachel|carolyn|janet|maria|catherine|heather|diane|olivia|julie|joyce|ruth|kelly|lauren|christina|joan|evelyn|judith|andrea|hannah|megan|cheryl|jacqueline|martha|teresa|gloria|sara|janice|ann|kathryn|abigail|sophia|frances|jean|alice|judy|isabella|julia|denise|amber|doris|marilyn|danielle|beverly|theresa|diana|natalie|brittany|marie|kayla|alexis|lori|tom|mike|bob|dave|jim|tim|steve|chris|matt|dan|ben|sam|alex|nick|jenny|kate|katie|lucy|liz|beth|maggie|sophie|chloe|oliver|liam|lucas|leo|max|oscar|felix|hugo|nina|eva|clara|ella|mia|zoe|ivy|ingrid|pierre|hans|klaus|ahmed|mohammed|fatima|priya|raj|wei|hiroshi|yuki|ivan|olga|carlos|luis|miguel|pedro|lucia|sofia|giulia|marco|francesca|mark|jack";
/// First names that begin a sentence as ordinary words.
pub(super) const AMBIGUOUS: &str = "mark|jack|frank|max|christian|amber|jean|will|rose|grace|bob|sharon|sue";
/// What makes a first name's sequel a place and no person.
pub(super) const PLACE_ENDS: &str = "street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|court|square|park|bridge|station|airport|tunnel|hill|hills|lake|river|bay|island|beach|school|college|university|hospital|church|cathedral|stadium|hotel|mall|market|county|city|town|village|museum|expressway|highway|freeway|parkway|place|plaza|terminal|pass|gate";
