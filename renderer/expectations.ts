// The only list of rules: what each operation that works offline will leave of its record.
import { customerExpectations } from "./subscribers/customer/expected-customer.ts";

export const EXPECTATIONS = [...customerExpectations];
