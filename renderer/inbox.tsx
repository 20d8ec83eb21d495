// The Inbox of all areas: what waits for the signed-in person, and the one number of it.
import { useEffect, useMemo } from "react";
import { useCashInbox, useCashInboxCount } from "./billing/cash/use-cash-inbox.tsx";
import { useReversalInbox, useReversalInboxCount } from "./billing/reversal/use-reversal-inbox.tsx";
import { useHrInbox, useHrInboxCount } from "./hr/use-hr-inbox.tsx";
import { useInboxCount } from "./kernel/connection/inbox-count.ts";
import { useRows } from "./kernel/replica-hooks.ts";
import { lazily } from "./kernel/screen/lazily.tsx";
import { useNetworkInbox, useNetworkInboxCount } from "./network/use-network-inbox.ts";
import { type InboxItem, inboxOrder } from "./platform/inbox/inbox-item.ts";
import { InboxPage } from "./platform/inbox/inbox-page.tsx";
import { usePlatformInbox, usePlatformInboxCount } from "./platform/inbox/use-platform-inbox.ts";

const AssignSuspenseDialog = lazily(
  () => import("./billing/suspense/assign-suspense-dialog.tsx"),
  "AssignSuspenseDialog",
);

/** What waits, in the order of the Inbox. */
function useInboxItems(): readonly InboxItem[] {
  const network = useNetworkInbox();
  const reversals = useReversalInbox();
  const cash = useCashInbox();
  const platform = usePlatformInbox();
  const hr = useHrInbox();
  const staff = useRows("staff");
  return useMemo(() => {
    const names = new Map(staff?.map(({ username, full_name }) => [username, full_name]));
    const named = (item: InboxItem) => ({ ...item, who: names.get(item.who ?? "") || item.who || null });
    return inboxOrder([...network, ...reversals, ...cash, ...platform, ...hr].map(named));
  }, [network, reversals, cash, platform, hr, staff]);
}

/** What counts of it; no item is made for a number alone. */
function useCounted(): number {
  const network = useNetworkInboxCount();
  const reversals = useReversalInboxCount();
  const cash = useCashInboxCount();
  const platform = usePlatformInboxCount();
  return network + reversals + cash + platform + useHrInboxCount();
}

/** Keeps the number that sidebar, pill and phone bar show. */
export function InboxWatch() {
  const count = useCounted();
  useEffect(() => useInboxCount.setState({ count }), [count]);
  useEffect(() => () => useInboxCount.setState({ count: 0 }), []);
  return null;
}

export function Inbox() {
  return <InboxPage useInboxItems={useInboxItems} AssignSuspense={AssignSuspenseDialog} />;
}
