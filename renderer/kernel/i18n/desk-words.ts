// Words of finding, filling in and putting right: search, forms, refused commands, the review list; in both languages.
export const deskEn = {
  "found.due": "due {{amount}}",
  "found.no_due": "nothing due",
  "grace.date_wrong": "A day from today, at most {{max}} days ahead.",
  "grace.days_wrong": "A whole number of days, from 1 to {{max}}.",
} as const;

export const deskBn: Record<keyof typeof deskEn, string> = {
  "found.due": "বকেয়া {{amount}}",
  "found.no_due": "বকেয়া নেই",
  "grace.date_wrong": "আজ থেকে, সর্বোচ্চ {{max}} দিন পরের একটি দিন।",
  "grace.days_wrong": "১ থেকে {{max}} পর্যন্ত একটি পূর্ণ সংখ্যা।",
};
