// What areas know of the server for practice; loaded when practice begins.
import { billingOutcomes, drawersAtTheOffice } from "../billing/practice-outcomes.ts";
import type { PracticeServer } from "../kernel/practice/outcomes.ts";

export const practiceServer: PracticeServer = {
  outcomes: billingOutcomes,
  begin: [drawersAtTheOffice],
};
