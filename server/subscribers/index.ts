// The subscribers area's door.
import { subscribersResources } from "../../shared/subscribers/index.ts";
import { servedArea } from "../kernel/served-area.ts";
import { accessOperations } from "./access/access.ts";
import { expireCustomersJob } from "./access/expire-customers.ts";
import { customerList, customerOperations } from "./customer.ts";
import { customerLocks } from "./customer-lock.ts";
import { exportRoute } from "./export.ts";
import { importOperation } from "./import.ts";
import { diagnosisRoute, reconnectRoute } from "./line.ts";
import { packageOperations } from "./package.ts";
import { queryRoute } from "./public-query.ts";
import { countSubscribersJob } from "./subscriber-limit.ts";
import { taxCodeLocks, taxCodeOperations } from "./tax-code.ts";

export { expireCustomers } from "./access/expire-customers.ts";
export { customerList, terminate } from "./customer.ts";
export { customerLocks, lockCustomers, lockNextCustomers } from "./customer-lock.ts";
export { customersCalled } from "./customers-called.ts";
export { beginServices, endServices, servicesEnded } from "./service/history.ts";
export { coversFromBefore, coversMonth } from "./service/invoiced.ts";
export { addonsOf, pricesRefreshed, refreshPrices } from "./service/price.ts";
export { type Promo, promoOf, sellWith } from "./service/promo.ts";
export { holdTaxRates, readTaxRates } from "./tax-code.ts";

export const subscribers = servedArea(subscribersResources, {
  name: "subscribers",
  summary: "Customers and packages",
  resources: { customer: { list: customerList, locks: customerLocks }, tax_code: { locks: taxCodeLocks } },
  operations: [
    ...packageOperations,
    ...taxCodeOperations,
    ...customerOperations,
    importOperation,
    ...accessOperations,
  ],
  routes: [exportRoute, queryRoute, diagnosisRoute, reconnectRoute],
  jobs: [expireCustomersJob, countSubscribersJob],
});
