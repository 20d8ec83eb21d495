// What each step of a month's end is shown with.
import type { AgedDue, Invoice } from "../../../shared/billing/index.ts";
import type { MonthEndStep } from "../../../shared/reports/index.ts";
import type { KnownMonthEnd } from "./use-month-end.ts";

/** What this computer knows of the month. */
export interface Figures {
  month: string;
  invoices: readonly Invoice[];
  dues: readonly AgedDue[];
}

export interface StepProps {
  end: KnownMonthEnd;
  step: MonthEndStep;
  figures: Figures;
}
