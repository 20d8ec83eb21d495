// What this window knows of the machine that it runs on: its secrets, its name, and the vault with the accounts of its people.
import { partOf } from "../connection/load-part.ts";
import { openVault } from "../replica/disk/vault.ts";
import type { Cost, Projection, SecretStore, Vault } from "../replica/index.ts";

export interface Machine {
  secrets: SecretStore | null;
  device_name: string;
  /** Loads what is known of the product: declarations, words, and what areas keep of the collections, e.g. for a search. */
  product: () => Promise<{ readonly projections: readonly Projection[] }>;
  /** Loads what is shown first behind the sign-in; begun with the password, which takes its time. */
  first?: () => Promise<void>;
  /** What stretching a password costs; as the vault has it unless told. */
  cost?: Cost;
}

let machine: Machine = {
  secrets: null,
  device_name: "Desktop",
  product: async () => ({ projections: [] }),
};
let vault: Promise<Vault> | null = null;

/** Tells what this machine is, before the first look at it. */
export function setMachine(options: Partial<Machine>): void {
  machine = { ...machine, ...options };
}

/** Begins to load what is shown first: what does not come is met where it is shown. */
export const prepareFirst = () => void machine.first?.().catch(() => undefined);

export const deviceName = () => machine.device_name;

/** Loaded during the sign-in: the first page is shown before. */
export const opening = () => partOf(Promise.all([import("../replica/replica.ts"), machine.product()]));

export const openedVault = () => {
  // What was refused, or was cleared since, is opened again the next time.
  const onGone = () => {
    vault = null;
  };
  const { secrets, cost } = machine;
  vault ??= openVault({ secrets, cost, onGone });
  vault.catch(onGone);
  return vault;
};
