// The password made expensive to guess.
import { scrypt, scryptAsync } from "@noble/hashes/scrypt.js";

/** What scrypt costs; kept with every account, so that it can be raised without locking anybody out. */
export interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Longest time in ms that stretching keeps the page from anything else, where there is no worker for it. */
const TICK_MS = 8;

const bytesOf = (password: string) => new TextEncoder().encode(password.normalize("NFC"));
const optionsOf = ({ N, r, p }: Cost) => ({ N, r, p, dkLen: 32 });

/** In one go, in half the time: for a thread that nobody looks at. */
export const stretchAtOnce = (password: string, salt: Uint8Array, cost: Cost) =>
  new Uint8Array(scrypt(bytesOf(password), salt, optionsOf(cost)));

/** The page stays usable meanwhile. */
export const stretchInTurns = async (password: string, salt: Uint8Array, cost: Cost) =>
  new Uint8Array(await scryptAsync(bytesOf(password), salt, { ...optionsOf(cost), asyncTick: TICK_MS }));
