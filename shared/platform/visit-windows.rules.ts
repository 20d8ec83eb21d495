// The hours of visits that customers are told, as the company's settings say them. Pure.
import { invalid } from "../kernel/failure.ts";

/** From when to when, "09:00" to "11:00" where the tenant is. */
export interface VisitWindow {
  readonly from: string;
  readonly to: string;
}

const CLOCK = "([01]\\d|2[0-3]):[0-5]\\d";
const ONE = `${CLOCK}-${CLOCK}`;

/** As the settings keep them: at most twelve. */
export const VISIT_WINDOWS = new RegExp(`^(${ONE}(,${ONE}){0,11})?$`);
export const USUAL_VISITS = "09:00-11:00,11:00-13:00,14:00-16:00,16:00-18:00";

export const visitWindows = (kept: string): readonly VisitWindow[] =>
  kept
    .split(",")
    .filter(Boolean)
    .map((one) => {
      const [from = "", to = ""] = one.split("-");
      return { from, to };
    });

/** @throws Failure VALIDATION for hours that end before they begin, or are said twice. */
export function checkVisitWindows(kept: string): void {
  const field = "visit_windows";
  if (visitWindows(kept).some(({ from, to }) => from >= to))
    throw invalid(field, "Each begins before it ends", "INVALID");
  if (new Set(kept.split(",")).size < kept.split(",").length) throw invalid(field, "Each once", "REPEATED");
}

/** As people type them: with blanks, and with any dash. */
export const tidyVisitWindows = (typed: string): string =>
  typed
    .replace(/\s+/g, "")
    .replace(/[–—−]/g, "-")
    .replace(/(^|[-,])(\d:)/g, "$10$2");
