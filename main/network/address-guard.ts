// Keeps the agent from being steered at its own machine or a cloud's metadata service through a router's host field.
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { DriverError } from "./driver.ts";
import { explainSocketError } from "./routeros/explain.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const refused = new BlockList();
refused.addSubnet("0.0.0.0", 8, "ipv4");
refused.addSubnet("169.254.0.0", 16, "ipv4");
refused.addSubnet("224.0.0.0", 3, "ipv4");
refused.addAddress("::", "ipv6");
refused.addSubnet("fe80::", 10, "ipv6");
refused.addSubnet("ff00::", 8, "ipv6");

/**
 * The address to connect to. Names are resolved here, once, so that what was checked is what is connected to.
 * Throws DriverError EADDRESS for link-local, unspecified and multicast addresses, and for loopback unless allowed.
 */
export async function resolveRouterAddress(host: string, allow_loopback: boolean): Promise<string> {
  let address = host;
  if (isIP(host) === 0) {
    try {
      address = (await lookup(host)).address;
    } catch (error) {
      throw explainSocketError(error as Error & { code?: string });
    }
  }
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (refused.check(address, family) || (!allow_loopback && loopback.check(address, family)))
    throw new DriverError(
      "EADDRESS",
      "The router's address points at this machine or a reserved network: refused.",
    );
  return address;
}
