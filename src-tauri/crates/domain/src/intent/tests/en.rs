use super::check;

#[test]
fn s0_01_a_sentence_in_english_becomes_a_request() {
    check(&[
        ("to the office, not through the tunnels", "to=office avoid:tunnel"),
        ("take me home", "to=home"),
        ("home", "to=home"),
        ("go to work", "to=work"),
        ("Drive to the gym, please", "to=gym"),
        ("navigate to Nice", "to=Nice"),
        ("to Nice avoiding the motorway", "to=Nice avoid:motorway"),
        ("to Monte Carlo via Beausoleil", "via=Beausoleil to=Monte Carlo"),
        ("I want to go to the Casino", "to=Casino"),
        ("go to Café Milano without tolls", "to=Café Milano avoid:toll"),
        ("how do I get to Mom's house", "to=Mom's house"),
        ("Place du Casino", "to=Place du Casino"),
        ("12 rue Grimaldi", "to=12 rue Grimaldi"),
        ("to the usual place", "to=*"),
        ("43.7384, 7.4246", "to=43.7384/7.4246"),
        ("to 43.7384° N, 7.4246° E avoid tunnels", "to=43.7384/7.4246 avoid:tunnel"),
        ("go to 43°44'18\"N 7°25'28\"E", "to=43.7383/7.4244"),
        ("to the Museum of Art", "to=Museum of Art"),
        ("to Cap-d'Ail by the sea", "to=Cap-d'Ail prefer:waterside"),
        ("office, avoid the motorway", "to=office avoid:motorway"),
        ("TO THE OFFICE, NOT THROUGH THE TUNNELS", "to=OFFICE avoid:tunnel"),
        ("can you take me to La Turbie?", "to=La Turbie"),
        ("I need to be at work", "to=work"),
        ("to the harbour", "to=harbour"),
        ("to the History Museum", "to=History Museum"),
        ("a quick way to work", "to=work fastest"),
        ("from my current location to work", "to=work"),
        ("avoid the motorway home", "to=home avoid:motorway"),
        ("it's clear, to work", "to=work ?«clear»"),
        ("to Ship & Castle, no tunnels", "to=Ship & Castle avoid:tunnel"),
        ("The Bridge Café", "to=Bridge Café"),
        ("Rue Grimaldi", "to=Rue Grimaldi"),
        ("rue grimaldi 8", "to=rue grimaldi 8"),
        ("8 rue Grimaldi, no tunnels", "to=8 rue Grimaldi avoid:tunnel"),
        ("to Avenue du Port via Boulevard des Moulins", "to=Avenue du Port prefer:[Boulevard des Moulins]"),
        ("from Place du Casino to Rue Grimaldi", "from=Place du Casino to=Rue Grimaldi"),
        ("Place du Casino to Avenue du Port", "from=Place du Casino to=Avenue du Port"),
        (
            "to work, avoid Rue Grimaldi and Boulevard des Moulins",
            "to=work avoid:[Rue Grimaldi] avoid:[Boulevard des Moulins]",
        ),
        ("to work avoid tunnel", "to=work avoid:tunnel"),
        ("to work, avoid Tunnel Rocher Nogues", "to=work avoid:[Tunnel Rocher Nogues]"),
        ("to work, avoid Praceta S. Crispim", "to=work avoid:[Praceta S. Crispim]"),
        ("to work, not through rua do almada", "to=work avoid:[rua do almada]"),
    ]);
}

#[test]
fn in2_strength_comes_from_the_wording() {
    check(&[
        ("to work, try to avoid tunnels", "to=work rather_not:tunnel"),
        ("to work, rather not the motorway", "to=work rather_not:motorway"),
        ("to work, no tunnels if possible", "to=work rather_not:tunnel"),
        ("to work, if possible avoid the A8", "to=work rather_not:[A8]"),
        ("to work, never through tunnels", "to=work never:tunnel"),
        ("never take the motorway to work", "to=work never:motorway"),
        ("to work, under no circumstances tolls", "to=work never:toll"),
        ("avoid tunnels at all costs, go home", "to=home never:tunnel"),
        ("to work without ferries", "to=work avoid:ferry"),
        ("don't take the highway to work", "to=work avoid:motorway"),
        ("go home but stay off the freeway", "to=home avoid:motorway"),
        ("to work, skip the bridge", "to=work avoid:bridge"),
        ("to work along the river", "to=work prefer:waterside"),
        ("take the A8 to work", "to=work prefer:[A8]"),
        ("to work, prefer the seaside", "to=work prefer:waterside"),
        ("to work on the Moyenne Corniche", "to=work prefer:[Moyenne Corniche]"),
        ("to work, not through Main Street", "to=work avoid:[Main Street]"),
        ("to work avoid avenue de la Costa and tunnels", "to=work avoid:[avenue de la Costa] avoid:tunnel"),
        ("to work, do not avoid tunnels", "to=work allow:tunnel"),
        ("to work, fewer tunnels", "to=work rather_not:tunnel"),
        ("toll-free to work", "to=work avoid:toll"),
        ("to work, no dirt roads", "to=work avoid:unpaved"),
        ("to work, not on the elevated road", "to=work avoid:elevated"),
        ("to work, I'd rather not use the viaduct", "to=work rather_not:elevated"),
    ]);
}

#[test]
fn wishes_are_listed_and_unknown_words_stay_visible() {
    check(&[
        ("to work, no tolls or ferries", "to=work avoid:toll avoid:ferry"),
        ("to work, avoid tunnels, bridges and ferries", "to=work avoid:tunnel avoid:bridge avoid:ferry"),
        ("to work avoiding tunnels and take the coast", "to=work avoid:tunnel prefer:waterside"),
        ("to work, no tunnels, seaside please", "to=work avoid:tunnel prefer:waterside"),
        ("home via the riverside, not the motorway", "to=home prefer:waterside avoid:motorway"),
        ("avoid traffic to work", "to=work x«traffic»"),
        ("to work avoid zebras", "to=work x«zebras»"),
        ("avoid D 6098 to work", "to=work avoid:[D 6098]"),
    ]);
}

#[test]
fn places_have_roles() {
    check(&[
        ("from home to the office", "from=home to=office"),
        ("home to office", "from=home to=office"),
        ("from Menton to Nice without tolls", "from=Menton to=Nice avoid:toll"),
        ("to the office from home", "from=home to=office"),
        ("take the kids to school then the office", "via=school to=office"),
        ("first to school, then to the office", "via=school to=office"),
        ("to the office, stop at the gym on the way", "via=gym to=office"),
        ("via the gym to the office", "via=gym to=office"),
        ("to Nice via Menton and Èze", "via=Menton via=Èze to=Nice"),
        ("to work with a stop at Carrefour", "via=Carrefour to=work"),
    ]);
}

#[test]
fn s0_02_and_s0_29_ways_of_weighing_and_the_usual_road() {
    check(&[
        ("the usual way", "usual"),
        ("to work the usual way", "to=work usual"),
        ("take my usual route home", "to=home usual"),
        ("fastest way to work", "to=work fastest"),
        ("the quiet way home", "to=home stable"),
        ("scenic route to Menton", "to=Menton scenic"),
        ("back roads to Menton", "to=Menton avoidhighway"),
    ]);
}

#[test]
fn s0_13_time_weather_and_hurry() {
    check(&[
        ("to work tomorrow at 8", "to=work at=26/08:00"),
        ("tomorrow at 8 to the office", "to=office at=26/08:00"),
        ("to work in 20 minutes", "to=work at=25/10:20"),
        ("in half an hour to the gym", "to=gym at=25/10:30"),
        ("in an hour and a half go home", "to=home at=25/11:30"),
        ("to work by 9am tomorrow", "to=work by=26/09:00"),
        ("to work at half past six", "to=work at=25/18:30"),
        ("to work by nine", "to=work by=25/21:00"),
        ("home at quarter to seven", "to=home at=25/18:45"),
        ("to Nice next Monday at 9:30", "to=Nice at=30/09:30"),
        ("to Nice on Friday", "to=Nice at=27/10:00"),
        ("to Nice tonight", "to=Nice at=25/20:00"),
        ("to Nice tomorrow morning", "to=Nice at=26/08:00"),
        ("leave at 5pm to go home", "to=home at=25/17:00"),
        ("arrive at work by 9", "to=work by=25/21:00"),
        ("at noon to the gym", "to=gym at=25/12:00"),
        ("it's raining, take me home", "to=home rain"),
        ("to work in the snow", "to=work snow"),
        ("foggy, to work", "to=work fog"),
        ("I'm in a hurry, take me to work", "to=work hurry"),
        ("running late to the office", "to=office hurry"),
        ("to work in the evening along the coast", "to=work prefer:waterside at=25/18:00"),
    ]);
}

#[test]
fn s0_12_kinds_of_request_and_how_long_wishes_live() {
    check(&[
        ("I prefer the riverside in the evening", "remember prefer:waterside! when=evening"),
        ("always avoid tunnels", "remember avoid:tunnel!"),
        ("from now on no tolls", "remember avoid:toll!"),
        ("remember: avoid the A8 on weekdays", "remember avoid:[A8]! when=workday"),
        ("avoid the tunnel after 22:00", "remember avoid:tunnel! when=night"),
        ("when it rains avoid tunnels", "remember avoid:tunnel! when=rain"),
        ("I never take the motorway", "remember avoid:motorway!"),
        ("I don't like tunnels", "remember avoid:tunnel!"),
        ("to work avoid tunnels just this once", "to=work avoid:tunnel"),
        ("to work, always avoid tunnels", "to=work avoid:tunnel!"),
        ("which way did I go last time", "query"),
        ("why did you pick the A8", "query"),
        ("forget the riverside", "forget about=riverside"),
        ("Forget about the Casino please", "forget about=Casino"),
        ("avoid tunnels", "modify avoid:tunnel"),
        ("the fastest way", "modify fastest"),
        ("hello", "unknown"),
        ("don't forget to stop at the gym", "modify goes-on via=gym"),
    ]);
}
