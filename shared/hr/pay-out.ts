// How money is paid out to an employee.
import { z } from "zod";
import { choice } from "../kernel/field.ts";

/** The body of what pays somebody out; without a method it is cash, out of the office's safe. */
export const payOut = z.strictObject({
  method: choice(["CASH", "BANK", "CARD", "MOBILE", "ONLINE"]).optional(),
});

export type PayOut = z.output<typeof payOut>;
