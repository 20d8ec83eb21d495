// The registry of screens: address, navigation, permission. A new screen is a new row here.

import { invoice } from "../shared/billing/index.ts";
import { incident } from "../shared/network/index.ts";
import { customer } from "../shared/subscribers/index.ts";
import { bookScreens } from "./billing/registers/screens.tsx";
import { laterIcon } from "./kernel/screen/later-icon.tsx";
import "./subscribers/customer/find-customers.ts";
import { chartScreens } from "./billing/accounts/screens.tsx";
import { cashScreens } from "./billing/cash/screens.tsx";
import { catalogueScreens } from "./billing/catalogue.ts";
import { undoScreens } from "./billing/corrections/screens.tsx";
import { closingScreens } from "./billing/period/screens.tsx";
import { resellerScreens } from "./billing/reseller/screens.ts";
import { addonScreens } from "./billing/service/addon-screens.tsx";
import { shiftScreens } from "./billing/shift/screens.tsx";
import { depositScreens } from "./billing/suspense/deposit-screens.tsx";
import { callcenterScreens } from "./callcenter/screens.ts";
import { boardScreens } from "./helpdesk/board/screens.ts";
import { helpdeskScreens } from "./helpdesk/screens.ts";
import { dayScreens } from "./helpdesk/technician-day/screens.tsx";
import { hrScreens } from "./hr/screens.tsx";
import { roleScreens } from "./identity/role/screens.tsx";
import { identityScreens } from "./identity/screens.ts";
import { integrationsScreens } from "./integrations/screens.ts";
import { offerAct, offerBulk } from "./kernel/resource/operation/bulk-acts.tsx";
import { lazily } from "./kernel/screen/lazily.tsx";
import type { Screen } from "./kernel/screen/screens.ts";
import { networkScreens } from "./network/screens.tsx";
import { inboxScreens } from "./platform/inbox/screens.tsx";
import { logScreens } from "./platform/log-screens.tsx";
import { settingsScreens } from "./platform/settings/screens.tsx";
import { syncScreens } from "./platform/sync/screens.tsx";
import { monthEndScreens } from "./reports/month-end/screens.tsx";
import { reportScreens } from "./reports/screens.tsx";
import { storeScreens } from "./store/screens.ts";

const CounterScreen = lazily(() => import("./billing/counter/counter-screen.tsx"), "CounterScreen", {
  first: true,
});
const CustomersList = lazily(() => import("./billing/customer/customers-list.tsx"), "CustomersList");
const ImportPage = lazily(() => import("./subscribers/import/import-page.tsx"), "ImportPage");
const DayBoardOfAll = lazily(() => import("./places/day-board.tsx"), "DayBoardOfAll");
const CustomerScreen = lazily(() => import("./billing/customer/customer-screen.tsx"), "CustomerScreen");
const CustomerTimeline = lazily(() => import("./timeline/customer-timeline.tsx"), "CustomerTimeline");
const AssignSuspenseDialog = lazily(
  () => import("./billing/suspense/assign-suspense-dialog.tsx"),
  "AssignSuspenseDialog",
);
const PlacePage = lazily(() => import("./kernel/place/place-page.tsx"), "PlacePage");
const TodayPage = lazily(() => import("./today/today-page.tsx"), "TodayPage");
const Inbox = lazily(() => import("./inbox.tsx"), "Inbox");
const TaskParts = lazily(() => import("./store/held/task-parts.tsx"), "TaskParts");
const MyStock = lazily(() => import("./store/held/my-stock.tsx"), "MyStock");
const SecurityScreen = lazily(() => import("./identity/security/security-screen.tsx"), "SecurityScreen");

export const SCREENS: readonly Screen[] = [
  { path: "today", element: <TodayPage />, nav: { label: "nav.today", icon: laterIcon("IconSun") } },
  {
    path: "counter",
    element: <CounterScreen />,
    nav: { label: "nav.counter", icon: laterIcon("IconCashRegister"), key: "F2" },
    permission: "billing.recharge.create",
  },
  ...dayScreens({ parts: (task) => <TaskParts of={task} />, stock: <MyStock /> }),
  {
    path: "customers",
    element: <CustomersList />,
    nav: { label: "nav.customers", icon: laterIcon("IconUsers"), key: "F4" },
    permission: "subscribers.customer.view",
    adds: customer,
  },
  {
    path: "customers/import",
    element: <ImportPage />,
    nav: { label: "nav.import", icon: laterIcon("IconFileImport") },
    permission: "subscribers.customer.import",
  },
  {
    path: "customers/:id",
    element: <CustomerScreen Timeline={CustomerTimeline} />,
    permission: "subscribers.customer.view",
    shows: customer,
  },
  ...reportScreens,
  ...catalogueScreens,
  ...resellerScreens,
  ...shiftScreens,
  ...cashScreens,
  ...bookScreens,
  ...undoScreens,
  ...depositScreens,
  ...addonScreens,
  ...chartScreens,
  ...monthEndScreens,
  ...closingScreens,
  ...boardScreens(<DayBoardOfAll />),
  ...helpdeskScreens,
  ...hrScreens,
  ...storeScreens,
  ...callcenterScreens,
  ...networkScreens,
  ...identityScreens,
  ...roleScreens,
  ...integrationsScreens,
  ...logScreens,
  ...settingsScreens,
  ...inboxScreens(<Inbox />),
  ...syncScreens(AssignSuspenseDialog),
  {
    path: "security",
    element: <SecurityScreen />,
    nav: { label: "account.security", icon: laterIcon("IconShieldLock") },
  },
  { path: "more", element: <PlacePage id="more" />, nav: { label: "nav.more", icon: laterIcon("IconDots") } },
  {
    path: "set-up",
    element: <PlacePage id="set-up" />,
    nav: { label: "nav.set_up", icon: laterIcon("IconAdjustmentsHorizontal") },
  },
];

// What later areas do to customers and bills, to one or to many at once, in the order of the buttons.
offerBulk(
  customer,
  lazily(() => import("./callcenter/remind/remind-buttons.tsx"), "RemindCustomers"),
);
offerBulk(
  customer,
  lazily(() => import("./subscribers/access/suspend-many.tsx"), "SuspendMany"),
);
offerBulk(
  customer,
  lazily(() => import("./billing/invoice/print-invoices.tsx"), "PrintBillsOfCustomers"),
);
offerBulk(
  invoice,
  lazily(() => import("./callcenter/remind/remind-buttons.tsx"), "RemindOfBills"),
);
offerBulk(
  invoice,
  lazily(() => import("./billing/invoice/print-invoices.tsx"), "PrintBills"),
);
offerAct(
  customer,
  lazily(() => import("./callcenter/calls/call-button.tsx"), "CallButton"),
);
offerAct(
  customer,
  lazily(() => import("./callcenter/remind/remind-button.tsx"), "RemindButton"),
);
offerAct(
  incident,
  lazily(() => import("./callcenter/remind/tell-of-outage.tsx"), "TellOfOutage"),
);
