// How money is paid out to an employee, and taken back.
import { z } from "zod";
import { RECEIVED_METHODS } from "../billing/index.ts";
import { choice, nullable, text } from "../kernel/field.ts";
import { takenBackFields } from "../kernel/fields/taken-back.ts";

const never = { writable: "never" } as const;

/** The body of a payment to an employee; without a method it is cash. */
export const payOut = z.strictObject({
  method: choice(RECEIVED_METHODS).optional(),
  /** Whose cash it is paid from: a till's device code, a username, OFFICE; who pays, unless given. */
  holder: text({ required: true, max: 60 }).optional(),
});

export type PayOut = z.output<typeof payOut>;

/** What a record says of how it was paid, and of the last time that this was taken back; null while it is not. */
export const paidOutFields = {
  method: nullable(choice(RECEIVED_METHODS, never)),
  /** Who has the money less: a till's device code, a username, OFFICE or BANK. */
  holder: nullable(text(never)),
  ...takenBackFields,
};

/** The body of what takes a payment to an employee back. */
export const takeBackPay = z.strictObject({ reason: text({ required: true, max: 500 }) });

/** How it was paid: from whom, and by what. */
export interface PaidFrom {
  method: (typeof RECEIVED_METHODS)[number];
  holder: string;
}
