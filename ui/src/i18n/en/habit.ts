export const habit = {
  "habit.name": "Questions that wait",
  "habit.unused": "Nothing is used until you answer.",
  "habit.isIt": "Is this so: “{text}”?",
  "habit.evidence": "Seen on {n} {n|trip|trips}, last on {date}.",
  "habit.yes": "Yes",
  "habit.no": "No",
  "habit.edit": "Edit",
  "habit.later": "Later",
  "habit.onlyThen": "Only then",
  "habit.seeTrips": "See the trips",
  "habit.of": "{i} of {n}",
};
