// The only list of rules: what each operation that works offline will leave of its record.
import { shiftExpectations } from "./billing/shift/expectations.ts";
import { helpdeskExpectations } from "./helpdesk/expectations.ts";
import { hrExpectations } from "./hr/expectations.ts";
import { platformExpectations } from "./platform/expectations.ts";
import { storeExpectations } from "./store/expectations.ts";
import { customerExpectations } from "./subscribers/customer/expected-customer.ts";

export const EXPECTATIONS = [
  ...shiftExpectations,
  ...platformExpectations,
  ...customerExpectations,
  ...helpdeskExpectations,
  ...storeExpectations,
  ...hrExpectations,
];
