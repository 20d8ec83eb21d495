// An outage in one sentence: "Power failure at port 0/1/5 of Mirpur OLT since 09:12". Pure.
import { dayOf } from "../../../../shared/kernel/day.ts";
import type { Incident } from "../../../../shared/network/index.ts";
import type { Translate } from "../../../kernel/i18n/index.ts";
import type { Format } from "../../../kernel/use-format.ts";
import { sinceText } from "../../diagnosis/verdict-text.ts";

type Said = Pick<Incident, "kind" | "pon_port" | "started_at" | "ended_at">;

/** @param olt The OLT's name. */
export function incidentSaid(
  { kind, pon_port, started_at, ended_at }: Said,
  olt: string,
  { t, format }: { t: Translate; format: Format },
): string {
  const where = pon_port === null ? olt : t("incident.port_of", { port: pon_port, olt });
  const what = t(`incident.said.${kind}`, { where });
  if (ended_at === null)
    return t("diag.since", { what, when: sinceText(started_at, { format, now: new Date() }) });
  const from = format.instant(started_at);
  const dayIn = (instant: string) => dayOf(new Date(instant), format.timezone);
  const same_day = dayIn(started_at) === dayIn(ended_at);
  return t("incident.lasted", {
    what,
    from,
    to: same_day ? format.time(ended_at) : format.instant(ended_at),
  });
}
