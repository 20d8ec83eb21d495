// Words of the parts that every resource's screen is made of.
export const resourceEn = {
  "date.choose": "Choose a day",
  "date.next": "Next month",
  "date.previous": "Previous month",
} as const;

export const resourceBn: Record<keyof typeof resourceEn, string> = {
  "date.choose": "একটি দিন বেছে নিন",
  "date.next": "পরের মাস",
  "date.previous": "আগের মাস",
};
