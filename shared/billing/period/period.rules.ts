// How far back something may be dated (contract §4.13). Pure.
import { addDays, type Day } from "../../kernel/day.ts";

/** So many days back anybody may date what was forgotten. */
const BACKDATED_DAYS = 3;

/** Whether dating something on `day` needs the right `finance.backdate`. */
export const isBackdated = (day: Day, today: Day): boolean => day < addDays(today, -BACKDATED_DAYS);
