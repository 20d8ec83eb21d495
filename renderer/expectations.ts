// The only list of rules: what each operation that works offline will leave of its record.
import { cashExpectations } from "./billing/cash/expectations.ts";
import { serviceExpectations } from "./billing/service/expectations.ts";
import { reversalExpectations } from "./billing/reversal/expectations.ts";
import { shiftExpectations } from "./billing/shift/expectations.ts";
import { helpdeskExpectations } from "./helpdesk/expectations.ts";
import { hrExpectations } from "./hr/expectations.ts";
import { platformExpectations } from "./platform/expectations.ts";
import { storeExpectations } from "./store/expectations.ts";
import { customerExpectations } from "./subscribers/customer/expected-customer.ts";

export const EXPECTATIONS = [
  ...cashExpectations,
  ...serviceExpectations,
  ...shiftExpectations,
  ...reversalExpectations,
  ...platformExpectations,
  ...customerExpectations,
  ...helpdeskExpectations,
  ...storeExpectations,
  ...hrExpectations,
];
