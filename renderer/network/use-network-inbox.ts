// What of the network's waits in the Inbox: outages that are open, and routers that differ from the customers.
import { useMemo } from "react";
import { type Incident, incident, type Router, router } from "../../shared/network/index.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { useById, useRows } from "../kernel/replica-hooks.ts";
import { useSession } from "../kernel/session/session-store.ts";
import type { InboxItem } from "../platform/index.ts";

const NO_OUTAGES: readonly Incident[] = [];

/** Outages are for who looks after the lines: at a counter they are no item to decide. */
function useOpenOutages(): readonly Incident[] {
  const can = useSession((session) => session.can);
  const may = can("network.incident.view") && can("network.olt.view");
  return useRows("incidents", may ? { selector: { status: "OPEN" } } : null) ?? NO_OUTAGES;
}

function useOutages(): readonly InboxItem[] {
  const t = useWords();
  const words = useResourceWords(incident);
  const rows = useOpenOutages();
  const olts = useById("olts");
  return useMemo(
    () =>
      rows.map((one) => {
        const place = [olts.get(one.olt)?.name, one.pon_port].filter(Boolean).join(" ");
        const what = [words.choice("kind", one.kind), place].filter(Boolean).join(", ");
        return {
          ...{ id: one.id, kind: "outage", at: one.started_at, to: `/${incident.path}/${one.id}` },
          title: t("inbox.outage", { what, count: one.customer_count }),
        };
      }),
    [rows, olts, words, t],
  );
}

function useDriftingRouters(): readonly Router[] {
  const may = useSession((session) => session.can)("network.router.sync");
  const rows = useRows("routers", may ? { selector: { differences: { $gt: 0 } } } : null);
  return useMemo(() => (rows ?? []).filter(({ is_active, mode }) => is_active && mode === "LIVE"), [rows]);
}

function useDrift(): readonly InboxItem[] {
  const t = useWords();
  const rows = useDriftingRouters();
  return useMemo(
    () =>
      rows.map(({ id, name, differences, compared_at, updated_at }) => ({
        ...{ id, kind: "router", at: compared_at ?? updated_at, to: `/${router.path}/${id}` },
        title: t("inbox.router", { name, count: differences ?? 0 }),
      })),
    [rows, t],
  );
}

export const useNetworkInboxCount = (): number => useOpenOutages().length + useDriftingRouters().length;

export function useNetworkInbox(): readonly InboxItem[] {
  const outages = useOutages();
  const drift = useDrift();
  return useMemo(() => [...outages, ...drift], [outages, drift]);
}
