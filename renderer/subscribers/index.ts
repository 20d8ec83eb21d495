// The subscribers area's screens and parts, for later areas and the assembly.
export { AccessActions } from "./customer/access-actions.tsx";
export { CustomerForm } from "./customer/customer-form.tsx";
export { CustomersScreen } from "./customer/customers-screen.tsx";
export { suspendedFor } from "./customer/expected-customer.ts";
