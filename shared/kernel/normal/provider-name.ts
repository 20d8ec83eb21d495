// Payment providers by name: "bKash" and "BKASH" are one, however a gateway's plug-in spells it (contract §1). Pure.
import { z } from "zod";
import { normalText } from "./normal-text.ts";

/** Whether a text names a provider, in its normal form. */
const isProviderName = (text: string): boolean => /^[a-z0-9_-]{1,50}$/.test(normalText(text));

/** A provider's name as it was typed. */
export const providerName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(isProviderName, "Letters a to z, digits, _ and -, at most 50");
