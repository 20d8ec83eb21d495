// When a report is due: the latest moment that has come, and the next one, by the tenant's own clock. Pure.
import { addDays, type Day, dayOf, momentOf, monthOf, nextMonth, weekdayOf } from "../kernel/day.ts";

export const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY"] as const;

export interface When {
  frequency: (typeof FREQUENCIES)[number];
  /** 0 is Sunday. */
  weekday: number;
  /** 1 to 28: each month has it. */
  month_day: number;
  hour: number;
}

/** The last day on which it is due that is not after this one. */
function dueDay({ frequency, weekday, month_day }: When, day: Day): Day {
  if (frequency === "DAILY") return day;
  if (frequency === "WEEKLY") return addDays(day, -((weekdayOf(day) - weekday + 7) % 7));
  const of = (month: string): Day => `${month}-${String(month_day).padStart(2, "0")}`;
  const here = of(monthOf(day));
  return here <= day ? here : of(monthOf(addDays(`${monthOf(day)}-01`, -1)));
}

function dayAfter(when: When, day: Day): Day {
  if (when.frequency === "DAILY") return addDays(day, 1);
  if (when.frequency === "WEEKLY") return addDays(day, 7);
  return `${nextMonth(monthOf(day))}${day.slice(7)}`;
}

interface Due {
  /** The day on which it is due: no two reports of a schedule are of the same. */
  period: Day;
  at: Date;
}

/** The latest one that is due by now, and the one after it. */
export function dueBy(when: When, now: Date, timezone: string): { latest: Due; next: Due } {
  const at = (period: Day): Due => ({
    period,
    at: momentOf(period, timezone, `${String(when.hour).padStart(2, "0")}:00`),
  });
  const today = at(dueDay(when, dayOf(now, timezone)));
  if (today.at > now) {
    const before = at(dueDay(when, addDays(today.period, -1)));
    return { latest: before, next: today };
  }
  return { latest: today, next: at(dayAfter(when, today.period)) };
}
