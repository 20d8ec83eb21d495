// The subscribers area's public names.
export {
  type AccessPlan,
  type GraceInput,
  hasAccess,
  initialCause,
  isLongGrace,
  MAX_GRACE_DAYS,
  planGrace,
  planToggle,
} from "./access.rules.ts";
export {
  CUSTOMER_STATUSES,
  type Customer,
  customer,
  customerExportQuery,
  customerQueryInput,
  customerQueryOutput,
  grantGracePeriod,
  toggleStatus,
  withReason,
} from "./customer.ts";
export { customerImport, type ImportAnswer, MAX_IMPORT_ROWS } from "./customer-import.ts";
export { type ServicePackage, servicePackage } from "./package.ts";
