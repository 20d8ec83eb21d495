// The subscribers area's public names.
import { operationsOf } from "../kernel/operation.ts";
import {
  customer,
  customerVerbs,
  grantGracePeriod,
  reconnect,
  takeBackExpiry,
  takeBackExpiryAnswer,
  toggleStatus,
} from "./customer.ts";
import { customerImport } from "./customer-import.ts";
import { packageVerbs, servicePackage } from "./package.ts";
import { service } from "./service.ts";
import { taxCode, taxCodeVerbs } from "./tax-code.ts";

export {
  type AccessPlan,
  hasAccess,
  initialCause,
  isLongGrace,
  MAX_GRACE_DAYS,
  planToggle,
} from "./access.rules.ts";
export {
  CUSTOMER_STATUSES,
  type Customer,
  customerExportQuery,
  customerQueryInput,
  customerQueryOutput,
} from "./customer.ts";
export { type ImportAnswer, MAX_IMPORT_ROWS } from "./customer-import.ts";
export { type Diagnosis, diagnosisAnswer } from "./diagnosis-answer.ts";
export { lineAccount } from "./line-account.rules.ts";
export type { ServicePackage } from "./package.ts";
export {
  checkPromise,
  type PromisePolicy,
  planPromise,
  promiseLimit,
  promisesInPeriod,
  withPromise,
} from "./promise.rules.ts";
export type { Service } from "./service.ts";
export type { TaxCode, TaxRate } from "./tax-code.ts";
export {
  customer,
  customerImport,
  customerVerbs,
  grantGracePeriod,
  packageVerbs,
  reconnect,
  service,
  servicePackage,
  takeBackExpiry,
  takeBackExpiryAnswer,
  taxCode,
  taxCodeVerbs,
  toggleStatus,
};

export const subscribersResources = [customer, servicePackage, taxCode, service] as const;
export const subscribersOperations = operationsOf(subscribersResources, [
  ...Object.values(customerVerbs),
  toggleStatus,
  grantGracePeriod,
  reconnect,
  takeBackExpiry,
  customerImport,
  ...Object.values(taxCodeVerbs),
  ...Object.values(packageVerbs),
]);
