// What the search over everything and the keys know of the areas: their records, what can be done, and where.
import { IconCash, IconUserPlus } from "@tabler/icons-react";
import { Finder, type FinderEntry } from "./kernel/shell/finder/finder.tsx";
import { SCREENS } from "./screens.tsx";
import { useFoundCustomers } from "./subscribers/customer/found-customers.tsx";

const ENTRIES: readonly FinderEntry[] = [
  {
    id: "recharge",
    label: "finder.recharge",
    icon: IconCash,
    permission: "billing.recharge.create",
    to: "/counter",
  },
  {
    id: "new-customer",
    label: "customers.new",
    icon: IconUserPlus,
    permission: "subscribers.customer.create",
    to: "/customers?new=1",
  },
];

export function Finding() {
  return <Finder screens={SCREENS} entries={ENTRIES} useFound={useFoundCustomers} />;
}
