// The subscribers area's screens and parts, for later areas and the assembly.
export { AccessActions } from "./access/access-actions.tsx";
export { isWithoutDay } from "./customer/customer-filter.ts";
export { CustomerForm } from "./customer/customer-form.tsx";
export {
  type CustomerRow,
  useCustomerIndex,
  useCustomerSearch,
  useCustomersByPhone,
} from "./customer/customer-search.ts";
export { CustomersScreen } from "./customer/customers-screen.tsx";
export { suspendedFor } from "./customer/expected-customer.ts";
export { ReconnectButton, useLineOf } from "./customer/line-of-customer.tsx";
export { internationalPhone, tidyPhone } from "./customer/new-customer.ts";
export { useSeesMoney } from "./rights.ts";
export { useScannedId } from "./scanned-customer.ts";
