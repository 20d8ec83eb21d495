// How a computer in an office becomes a network agent: a code from the screen, traded for a token of its own.
import { z } from "zod";

/** Signs that are not mistaken for each other when they are read aloud. */
export const PAIRING_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
export const PAIRING_LENGTH = 8;
export const PAIRING_MINUTES = 10;

/** The site whose devices the agent will reach; null: all of them, where none of the company's says where it stands. */
const site = z.string().trim().min(1).max(100).nullable();

export const pairingCodeBody = z.strictObject({ site });

export const pairingCodeAnswer = z.object({
  code: z.string().describe("Eight signs, in this answer alone; it works once"),
  expires_at: z.iso.datetime({ offset: true }),
});

export const pairingQuery = z.strictObject({ site: z.string().max(100).optional() });

export const pairingState = z.object({
  expires_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .describe("Of the site's newest code; null: it has none"),
  used_at: z.iso.datetime({ offset: true }).nullable().describe("When a computer traded it for its token"),
  arrived_at: z.iso.datetime({ offset: true }).nullable().describe("When that token was last used"),
});

export type PairingState = z.infer<typeof pairingState>;

export const pairBody = z.strictObject({
  code: z.string().max(40).describe("As it was read: spaces, dashes and small letters don't matter"),
  name: z.string().trim().min(1).max(80).describe("What the computer calls itself"),
});

export const pairAnswer = z.object({
  token: z.string().describe("The agent's own token, in this answer alone"),
  site: z.string().nullable(),
  company: z.string(),
});

/** A code as it is compared. */
export const normalPairingCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();
