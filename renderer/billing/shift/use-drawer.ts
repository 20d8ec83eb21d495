// A drawer's figures for whoever looks at it: the server's where it can be asked, else what this computer knows.
import { useMemo } from "react";
import type { shift } from "../../../shared/billing/index.ts";
import { expectedCash } from "../../../shared/billing/shift/shift.rules.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useObservable, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useTill } from "../cash/use-till.ts";
import { drawerSums } from "./drawer.ts";

export type Shift = RecordOf<typeof shift>;

interface Totals {
  readonly totals: Readonly<Record<string, string>>;
  readonly expected_cash: string;
  readonly cash_holder: string;
  readonly arrived_after_close: Readonly<Record<string, string>>;
}

export interface DrawerFigures {
  /** What came in by method. */
  readonly taken: Readonly<Record<string, Minor>>;
  /** The float and what came in in cash, less what was handed over. */
  readonly expected: Minor;
  /** What came in after it had been closed, by method. */
  readonly late: Readonly<Record<string, Minor>>;
  /** Where its cash lies. */
  readonly cash_holder: string;
  /** Whether the server said so; else this computer counted what it holds. */
  readonly sure: boolean;
}

const MONTH_MS = 31 * 86_400_000;

const monthBefore = (at: string): string => new Date(Date.parse(at) - MONTH_MS).toISOString();

/** @param ask Whether the server is asked, too: what is not to be known yet is not even sent. */
export function useDrawer(record: Shift, ask: boolean): DrawerFigures {
  const replica = useReplica();
  const { digits, minor } = useFormat();
  const username = useSession((session) => session.identity?.user.username ?? "");
  const { id, cashier, holder, opened_at, closed_at, opening_float } = record;
  const transactions = useRows("transactions", { selector: { received_at: { $gte: opened_at } } });
  const reversed = useRows("transactions", { selector: { reversed_at: { $gte: opened_at } } });
  // What was sent before may arrive now, and other drawers are open longer.
  const before = monthBefore(opened_at);
  const transfers = useRows("cash_transfers", { selector: { sent_at: { $gte: before } } });
  const deposits = useRows("deposits", { selector: { occurred_at: { $gte: before } } });
  const drawers = useRows("shifts", { selector: { opened_at: { $gte: before } } });
  const till = useTill();
  const { commands } = useObservable(replica.outbox$);
  const waiting = useObservable(replica.open$).length > 0;
  const online = useOnline();
  const { data } = useAsk<Totals>(ask && online && !waiting ? `/api/v1/shifts/${id}/totals/` : null);
  return useMemo(() => {
    const amounts = (texts: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(texts).map(([method, text]) => [method, minor(text)]));
    if (data && online && !waiting) {
      const { totals, expected_cash, arrived_after_close } = data;
      const [taken, late] = [amounts(totals), amounts(arrived_after_close)];
      return { taken, expected: minor(expected_cash), late, cash_holder: data.cash_holder, sure: true };
    }
    const span = { id, cashier, holder, opened_at, closed_at };
    const drawer = { ...span, digits, is_own: cashier === username, till: till ?? null };
    const all = new Map([...(transactions ?? []), ...(reversed ?? [])].map((one) => [one.id, one]));
    const money = {
      transactions: [...all.values()],
      transfers: transfers ?? [],
      deposits: deposits ?? [],
      commands,
    };
    const {
      totals: taken,
      handed_over,
      cash_holder,
    } = drawerSums(drawer, { ...money, drawers: drawers ?? [] });
    const expected = expectedCash(minor(opening_float), taken, handed_over);
    return { taken, expected, late: {}, cash_holder, sure: false };
  }, [
    data,
    online,
    waiting,
    minor,
    digits,
    cashier,
    holder,
    opened_at,
    closed_at,
    opening_float,
    id,
    till,
    username,
    drawers,
    transfers,
    deposits,
    transactions,
    reversed,
    commands,
  ]);
}
