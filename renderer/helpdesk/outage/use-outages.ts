// The outages as this computer knows them, in words, and which of them explains a customer's trouble.
import { useCallback } from "react";
import type { Incident } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useById, useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { incidentSaid } from "../../network/index.ts";

const NONE: readonly never[] = [];

/** Answers a function that says an outage: "Fibre cut at port 0/1/3 of Mirpur OLT since 14:02 · 42 customers". */
export function useOutageText(): (incident: Incident) => string {
  const t = useWords();
  const format = useFormat();
  const olts = useById("olts");
  return useCallback(
    (incident) =>
      t("outage.said", {
        what: incidentSaid(incident, olts.get(incident.olt)?.name ?? "OLT", { t, format }),
        count: incident.customer_count,
        n: format.number(incident.customer_count),
      }),
    [t, format, olts],
  );
}

const useSees = () => useSession((session) => session.can("network.incident.view"));

export function useOpenOutages(): readonly Incident[] {
  return useRows("incidents", useSees() ? { selector: { status: "OPEN" } } : null) ?? NONE;
}

/** The open outage that a customer is among; null where there is none. */
export function useOutageOf(customer: string | null): Incident | null {
  const open = useOpenOutages();
  const own = useRows(
    "incident_onus",
    customer !== null && open.length > 0 ? { selector: { customer } } : null,
  );
  const down = new Set(
    (own ?? NONE).filter(({ back_at }) => back_at === null).map(({ incident }) => incident),
  );
  return open.find(({ id }) => down.has(id)) ?? null;
}
