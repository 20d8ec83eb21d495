// How the signed-in person can have money taken back: by themselves, as their own receipt of minutes ago, or by asking.
import { useEffect, useState } from "react";
import { isOwnReversal } from "../../../shared/billing/shift/own-reversal.rules.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { reviewItem } from "../../../shared/platform/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useOpenDrawer } from "../shift/use-open-drawer.ts";
import type { Reversible } from "./reversal.ts";

const RIGHTS = { recharge: "billing.recharge.reverse", transaction: "finance.transaction.reverse" } as const;
const MINUTE_MS = 60_000;

/** Whether somebody may reverse receipts of a kind, or ask for it: whether anything is offered at all. */
export function useMayReverse(): (kind: Reversible["kind"]) => boolean {
  const can = useSession((session) => session.can);
  return (kind) => can(RIGHTS[kind]) || can("billing.reversal_request.create");
}

/** Drawn again once a moment is past. */
function useUntil(at: number): void {
  const [, setPast] = useState(false);
  useEffect(() => {
    const left = at - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setPast(true), left + 1);
    return () => clearTimeout(timer);
  }, [at]);
}

/** `any`: with the right to reverse others'. `own`: within the company's minutes. `ask`: neither. */
type Way = "any" | "own" | "ask";

export function useWay({ kind, by, at }: Pick<Reversible, "kind" | "by" | "at">): Way {
  const holds = useSession((session) => session.holds);
  const username = useSession(({ identity }) => identity?.user.username ?? "");
  const set = useSession(({ identity }) => identity?.settings.own_reversal_minutes);
  const minutes = typeof set === "number" ? set : 0;
  const drawer = useOpenDrawer();
  useUntil(Date.parse(at) + minutes * MINUTE_MS);
  const right = RIGHTS[kind];
  if (holds(right)) return "any";
  // A drawer that was opened here without a line has its cashier's name from the server only.
  const drawers = drawer ? [{ ...drawer, cashier: username, closed_at: null }] : [];
  const now = { username, at: new Date().toISOString(), minutes };
  const isOwn = isOwnReversal({ received_by: by, received_at: at }, drawers, now);
  return isOwn && holds(`${right}_own`) ? "own" : "ask";
}

type ReviewItem = RecordOf<typeof reviewItem>;

/** What an item asks to have reversed; null where its payload does not say. */
export function askedFor({ payload }: Pick<ReviewItem, "payload">): Pick<Reversible, "kind" | "id"> | null {
  const { recharge, transaction } = payload ?? {};
  if (typeof recharge === "string") return { kind: "recharge", id: recharge };
  return typeof transaction === "string" ? { kind: "transaction", id: transaction } : null;
}

/** Which receipts of a customer are asked to be reversed, by the id of recharge or payment. */
export function useAskedFor(customer: string): ReadonlyMap<string, ReviewItem> {
  const rows = useExpectedRows(reviewItem, {
    selector: { customer, kind: "REVERSAL_REQUESTED", status: "OPEN" },
  });
  return new Map(
    (rows ?? []).flatMap((item) => {
      const asked = item.status === "OPEN" ? askedFor(item) : null;
      return asked ? [[asked.id, item] as const] : [];
    }),
  );
}
