// A verdict or a step of a line's diagnosis as people say it: "Fibre: weak, −26.1 dBm since Tuesday". Pure.
import { dayOf, daysBetween } from "../../../shared/kernel/day.ts";
import type { Told } from "../../../shared/network/diagnosis/diagnosis.rules.ts";
import type { StepCode } from "../../../shared/network/diagnosis/line-steps.rules.ts";
import type { Translate } from "../../kernel/i18n/index.ts";
import { agoText, dayText, type TenantFormat, timeText } from "../../kernel/money-format.ts";

export interface Reader {
  readonly t: Translate;
  readonly format: TenantFormat;
  readonly now: Date;
}

/** "14:02" today, "Tuesday" within the last week, else the date: since when something is so. */
export function sinceText(instant: string, { format, now }: Omit<Reader, "t">): string {
  const { locale, timezone } = format;
  const day = dayOf(new Date(instant), timezone);
  const age = daysBetween(day, dayOf(now, timezone));
  if (age <= 0) return timeText(instant, format);
  if (age > 6) return dayText(day, locale);
  return new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: timezone }).format(new Date(instant));
}

/** Optical power: "−26.1", with a real minus. */
export function powerText(dbm: number | null | undefined, locale: string): string {
  if (dbm === null || dbm === undefined) return "—";
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(locale, digits).format(dbm).replace("-", "−");
}

/** What is said, in one line, with since when it is so. */
export function saidText(code: StepCode, told: Told, reader: Reader): string {
  const { t, format, now } = reader;
  const { since, day, rx, router = "", olt = "", port = "", down = 0, total = 0 } = told;
  const what = t(`diag.said.${code}`, {
    ...{ router, olt, port, down, total },
    rx: powerText(rx, format.locale),
  });
  if (day) {
    return t(code === "UNPAID" ? "diag.cut_on" : "diag.until", { what, day: dayText(day, format.locale) });
  }
  if (!since) return what;
  if (code === "AGENT_OFFLINE")
    return t("diag.last_known", { what, ago: agoText(since, now, format.locale) });
  return t("diag.since", { what, when: sinceText(since, reader) });
}
