// Keeps the agent from being steered at its own machine or a cloud's metadata service through a router's host field.
import { lookup } from "node:dns/promises";
import { kindOfAddress } from "../../shared/kernel/outgoing/address.rules.ts";
import { DriverError } from "./driver.ts";
import { explainSocketError } from "./routeros/explain.ts";

/**
 * The address to connect to. Names are resolved here, once, so that what was checked is what is connected to.
 * Throws DriverError EADDRESS for addresses that no router may have, and for loopback unless allowed.
 */
export async function resolveRouterAddress(host: string, allow_loopback: boolean): Promise<string> {
  let address: string;
  try {
    address = (await lookup(host)).address;
  } catch (error) {
    throw explainSocketError(error as Error & { code?: string });
  }
  const kind = kindOfAddress(address);
  if (kind === "USABLE" || kind === "INTERNAL" || (kind === "LOOPBACK" && allow_loopback)) return address;
  throw new DriverError(
    "EADDRESS",
    "The router's address points at this machine or a reserved network: refused.",
  );
}
