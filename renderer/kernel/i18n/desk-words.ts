// Words of finding, filling in and putting right: search, forms, refused commands, the review list; in both languages.
export const deskEn = {
  "found.due": "due {{amount}}",
  "found.no_due": "nothing due",
} as const;

export const deskBn: Record<keyof typeof deskEn, string> = {
  "found.due": "বকেয়া {{amount}}",
  "found.no_due": "বকেয়া নেই",
};
