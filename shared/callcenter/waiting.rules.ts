// Who waits for a call back: customers whose last word was "call me back", until a call reached them. Pure.
import type { CallLog } from "./call-log.ts";

type Call = Pick<CallLog, "id" | "customer" | "phone_number" | "disposition" | "started_at" | "callback_at">;

/** Outcomes of calls that did not reach the customer. */
const NOT_REACHED: readonly (string | null)[] = ["NO_ANSWER", "BUSY", null];

/** Somebody who waits. */
export interface Waiting<C extends Call> {
  /** The call in which they asked for it. */
  readonly call: C;
  /** When they are to be called, RFC 3339: when they asked for it where they named no time. */
  readonly due_at: string;
  /** How often it was tried since. */
  readonly tries: number;
}

/** A call that waits for the server may have no time yet: it is the latest. */
const timeOf = ({ started_at }: Call) => started_at || "9999";

/** Whose call it was: the customer, else the number. */
const whoOf = ({ customer, phone_number }: Call) => customer ?? phone_number;

/** Those who wait, the one who waits longest past their time first. */
export function waitingCalls<C extends Call>(calls: readonly C[]): Waiting<C>[] {
  const newestFirst = [...calls].sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
  const tries = new Map<string, number>();
  const settled = new Set<string>();
  const waiting: Waiting<C>[] = [];
  for (const call of newestFirst) {
    const who = whoOf(call);
    if (settled.has(who)) continue;
    if (NOT_REACHED.includes(call.disposition)) {
      tries.set(who, (tries.get(who) ?? 0) + 1);
      continue;
    }
    settled.add(who);
    if (call.disposition !== "CALLBACK") continue;
    waiting.push({ call, due_at: call.callback_at ?? call.started_at, tries: tries.get(who) ?? 0 });
  }
  return waiting.sort((a, b) => (a.due_at < b.due_at ? -1 : 1));
}
