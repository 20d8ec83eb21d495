// The words of what every document says that was taken back (takenBackFields).
export const TAKEN_BACK = {
  reversed_at: ["Reversed at", "ফেরতের সময়"],
  reversed_by: ["Reversed by", "ফেরত নিয়েছেন"],
  reversal_reason: ["Why it was reversed", "ফেরতের কারণ"],
} as const;
