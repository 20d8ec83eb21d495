// The signed-in clerk's takings of today, live.
import { useMemo } from "react";
import { useObservable, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { type Taking, takingsOf } from "./takings.ts";

/** A tenant's day begins at most 14 hours before the same day of UTC. */
const EARLIEST_MS = 38 * 3_600_000;

export function useTakings(): readonly Taking[] {
  const replica = useReplica();
  const { digits, timezone, today } = useFormat();
  const username = useSession((session) => session.identity?.user.username ?? "");
  const day = today();
  const from = new Date(Date.parse(`${day}T23:59:59Z`) - EARLIEST_MS - 86_400_000).toISOString().slice(0, 10);
  const transactions = useRows("transactions", {
    selector: { received_at: { $gte: from } },
    sort: [{ received_at: "desc" }],
  });
  const { commands } = useObservable(replica.outbox$);
  return useMemo(
    () => takingsOf(transactions ?? [], commands, { username, today: day, timezone, digits }),
    [transactions, commands, username, day, timezone, digits],
  );
}
