// Hours of a day in the digits of the screen's language. Pure.
import type { Task } from "../../../shared/helpdesk/index.ts";
import type { VisitWindow } from "../../../shared/platform/index.ts";

export function clockText(clock: string, locale: string): string {
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false });
  return clock
    .split(":")
    .map((part) => two.format(Number(part)))
    .join(":");
}

export const windowText = ({ from, to }: VisitWindow, locale: string): string =>
  `${clockText(from, locale)}–${clockText(to, locale)}`;

/** The hours of a job's visit, where there are any. */
export const jobWindowText = (
  { window_from: from, window_to: to }: Pick<Task, "window_from" | "window_to">,
  locale: string,
): string | null => (from && to ? windowText({ from, to }, locale) : null);
