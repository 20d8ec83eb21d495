// Resolves names that a company gave to addresses that it may give: a name must not lead where an address may not.
import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { kindOfAddress } from "../../shared/kernel/outside/address.rules.ts";

/** Whether a company may have the server connect to this address. @param loopback whether to the server's own machine, too. */
export function isReachable(address: string, loopback: boolean): boolean {
  const kind = kindOfAddress(address);
  return kind === "USABLE" || (kind === "LOOPBACK" && loopback);
}

/** @param why what is thrown for a name that leads to no address that a company may give. */
export const guardedLookup =
  (loopback: boolean, why: string): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => isReachable(address, loopback));
      const [first] = allowed;
      if (!first) return done(new Error(why), []);
      return options.all ? done(null, allowed) : done(null, first.address, first.family);
    });
  };
