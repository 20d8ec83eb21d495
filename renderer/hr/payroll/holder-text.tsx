// The holder of the cash that an employee was paid from, in words.
export { HolderText } from "../../billing/index.ts";
