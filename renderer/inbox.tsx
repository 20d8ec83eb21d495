// The Inbox of all areas: what waits for the signed-in person, and the one number of it.
import { useEffect, useMemo } from "react";
import { useCashMatters } from "./billing/cash/use-cash-matters.tsx";
import { useReversalMatters } from "./billing/reversal/use-reversal-matters.tsx";
import { useHrMatters } from "./hr/use-hr-matters.tsx";
import { useWaitingMatters } from "./kernel/connection/waiting-matters.ts";
import { useRows } from "./kernel/replica-hooks.ts";
import { lazily } from "./kernel/screen/lazily.tsx";
import { useNetworkMatters } from "./network/use-network-matters.ts";
import { InboxPage } from "./platform/inbox/inbox-page.tsx";
import { counts, inboxOrder, type Matter } from "./platform/inbox/matter.ts";
import { usePlatformMatters } from "./platform/inbox/use-platform-matters.ts";

const AssignSuspenseDialog = lazily(
  () => import("./billing/suspense/assign-suspense-dialog.tsx"),
  "AssignSuspenseDialog",
);

/** What waits, in the order of the Inbox. */
function useMatters(): readonly Matter[] {
  const network = useNetworkMatters();
  const reversals = useReversalMatters();
  const cash = useCashMatters();
  const platform = usePlatformMatters();
  const hr = useHrMatters();
  const staff = useRows("staff");
  return useMemo(() => {
    const names = new Map(staff?.map(({ username, full_name }) => [username, full_name]));
    const named = (matter: Matter) => ({ ...matter, who: names.get(matter.who ?? "") || matter.who || null });
    return inboxOrder([...network, ...reversals, ...cash, ...platform, ...hr].map(named));
  }, [network, reversals, cash, platform, hr, staff]);
}

/** Keeps the number that sidebar, pill and phone bar show. */
export function InboxWatch() {
  const count = useMatters().filter(counts).length;
  useEffect(() => useWaitingMatters.setState({ count }), [count]);
  useEffect(() => () => useWaitingMatters.setState({ count: 0 }), []);
  return null;
}

export function Inbox() {
  return <InboxPage useMatters={useMatters} AssignSuspense={AssignSuspenseDialog} />;
}
