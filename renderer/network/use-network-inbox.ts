// What of the network's waits in the Inbox: outages that are open, and routers that differ from the customers.
import { useMemo } from "react";
import { incident, router } from "../../shared/network/index.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { useById, useRows } from "../kernel/replica-hooks.ts";
import { useSession } from "../kernel/session/session-store.ts";
import type { InboxItem } from "../platform/index.ts";

/** Outages are for who looks after the lines: at a counter they are no item to decide. */
function useOutages(): readonly InboxItem[] {
  const t = useWords();
  const words = useResourceWords(incident);
  const can = useSession((session) => session.can);
  const may = can("network.incident.view") && can("network.olt.view");
  const rows = useRows("incidents", may ? { selector: { status: "OPEN" } } : null);
  const olts = useById("olts");
  return useMemo(
    () =>
      (rows ?? []).map((one) => {
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

function useDrift(): readonly InboxItem[] {
  const t = useWords();
  const may = useSession((session) => session.can)("network.router.sync");
  const rows = useRows("routers", may ? { selector: { differences: { $gt: 0 } } } : null);
  return useMemo(
    () =>
      (rows ?? [])
        .filter(({ is_active, mode }) => is_active && mode === "LIVE")
        .map(({ id, name, differences, compared_at, updated_at }) => ({
          ...{ id, kind: "router", at: compared_at ?? updated_at, to: `/${router.path}/${id}` },
          title: t("inbox.router", { name, count: differences ?? 0 }),
        })),
    [rows, t],
  );
}

export function useNetworkInbox(): readonly InboxItem[] {
  const outages = useOutages();
  const drift = useDrift();
  return useMemo(() => [...outages, ...drift], [outages, drift]);
}
