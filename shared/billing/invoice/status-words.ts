// How bills stand, in both languages: on screens and on paper.
import type { Pair } from "../../kernel/formatting/language.ts";
import type { Invoice } from "./invoice.ts";

export const INVOICE_STATUSES = {
  UNPAID: ["Unpaid", "অপরিশোধিত"],
  PARTIAL: ["Part paid", "আংশিক"],
  OVERDUE: ["Overdue", "সময় পার"],
  PAID: ["Paid", "পরিশোধিত"],
  VOID: ["Void", "বাতিল"],
} as const satisfies Record<Invoice["status"], Pair>;
