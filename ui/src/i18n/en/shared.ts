export const shared = {
  "shared.undo": "Undo",
  "shared.dismiss": "Dismiss",
  "shared.close": "Close",
  "shared.cancel": "Cancel",
  "shared.remove": "Remove",
  "shared.edit": "Edit",
  "shared.delete": "Delete",
  "shared.more": "More",
  "shared.less": "Less",
  "shared.retry": "Try again",
  "shared.loading": "Working on it",
  "shared.save": "Save",
};
