// Who waits for a call back, from what is on this computer, calls that the server has not heard of included.
import { useMemo } from "react";
import { type CallLog, callLog, type Waiting, waitingCalls } from "../../../shared/callcenter/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";

/** Nobody waits longer for a call: what is older is history. */
const DAYS = 90;
const DAY_MS = 86_400_000;

/** Undefined while reading. */
export function useWaiting(): readonly Waiting<CallLog>[] | undefined {
  // A whole day, so that the question stays the same one.
  const since = new Date((Math.floor(Date.now() / DAY_MS) - DAYS) * DAY_MS).toISOString();
  const asked = useExpectedRows(callLog, {
    selector: { disposition: "CALLBACK", started_at: { $gte: since } },
  });
  const customers = useMemo(
    () => [...new Set((asked ?? []).flatMap(({ customer }) => customer ?? []))].sort(),
    [asked],
  );
  const theirs = useExpectedRows(callLog, { selector: { customer: { $in: customers } } });
  const strangers = useMemo(
    () => [...new Set((asked ?? []).flatMap((one) => (one.customer ? [] : [one.phone_number])))].sort(),
    [asked],
  );
  const numbers = useExpectedRows(
    callLog,
    strangers.length === 0 ? null : { selector: { phone_number: { $in: strangers } } },
  );
  return useMemo(() => {
    if (asked === undefined || theirs === undefined) return undefined;
    const known = new Map([...asked, ...theirs, ...(numbers ?? [])].map((one) => [one.id, one]));
    return waitingCalls([...known.values()].filter(({ started_at }) => !started_at || started_at >= since));
  }, [asked, theirs, numbers, since]);
}
