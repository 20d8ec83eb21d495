// How far a new company is: what the replica holds of it, and what this computer was told about its list of first steps.
import { useState } from "react";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useArriving } from "../../kernel/screen/arriving.tsx";
import { useSession } from "../../kernel/session/session-store.ts";

/** What of the list is remembered on this computer, by tenant. */
const KEPT = ["away", "printed"] as const;
type Kept = (typeof KEPT)[number];

const nameOf = (tenant: string, kept: Kept) => `lastmile.first-steps.${tenant}.${kept}`;

/** How far a new company is. */
export type Steps = ReturnType<typeof useSteps>;

export function useSteps() {
  const can = useSession((session) => session.can);
  const tenant = useSession((session) => session.identity?.membership.tenant.id ?? "");
  const arriving = useArriving();
  // Who can't make packages was not the one to set the company up.
  const mine = can("subscribers.package.create");
  const seesRouters = can("network.router.create");
  const one = mine ? { limit: 1 } : null;
  const packages = useRows("packages", one);
  const routers = useRows("routers", mine && seesRouters ? { limit: 1 } : null);
  const customers = useRows("customers", one);
  const receipts = useRows("transactions", one);
  const [kept, setKept] = useState(() => KEPT.filter((name) => localStorage.getItem(nameOf(tenant, name))));
  const keep = (name: Kept) => {
    localStorage.setItem(nameOf(tenant, name), "1");
    setKept((before) => [...before, name]);
  };
  const has = (rows: readonly unknown[] | undefined) => (rows?.length ?? 0) > 0;
  const done = {
    packages: has(packages),
    router: !seesRouters || has(routers),
    customer: has(customers),
    receipt: kept.includes("printed") || has(receipts),
  };
  const known = packages !== undefined && customers !== undefined && !arriving;
  const all = done.packages && done.router && done.customer;
  return {
    shown: mine && known && !all && !kept.includes("away"),
    seesRouters,
    done,
    putAway: () => keep("away"),
    printed: () => keep("printed"),
  };
}
