// Addresses that a line holds beside the one that the product knows: an IPv6 prefix, networks routed to it. A list that names
// the one address does not close those, and neither does another profile those that stand in the login itself. Pure.
import type { DesiredUser } from "./plan-wire.ts";
import { type ActualState, type Fields, markerOf } from "./rows.ts";

/** Where a line's further addresses come from; null: it has none. */
export type MoreAddresses = (user: DesiredUser) => "LOGIN" | "PROFILE" | null;

/** Of `/ppp/secret` and `/ppp/profile`; a router without IPv6 does not print its own. */
export const MORE_OF_LOGIN = ["remote-ipv6-prefix", "routes"] as const;
export const MORE_OF_PROFILE = ["remote-ipv6-prefix-pool", "dhcpv6-pd-pool"] as const;

/** What RouterOS writes where there is none. */
const NOTHING = new Set(["", "none", "::/0"]);
const says = (fields: Fields, names: readonly string[]): boolean =>
  names.some((name) => !NOTHING.has(fields[name] ?? ""));

/** Looked up in the router's rows as they were read, at the first call. */
export function moreAddresses({ secret, profile }: Pick<ActualState, "secret" | "profile">): MoreAddresses {
  let logins: Set<string> | null = null;
  let profiles: Set<string> | null = null;
  return (user) => {
    if (user.connection !== "PPPOE") return null;
    logins ??= new Set(
      secret
        .filter(({ fields }) => says(fields, MORE_OF_LOGIN))
        .flatMap((row) => [`name ${row.fields["name"]}`, `id ${markerOf(row)?.id}`]),
    );
    const names = [
      `id ${user.customer_id}`,
      `name ${user.username}`,
      `name ${user.known_as ?? user.username}`,
    ];
    if (names.some((name) => logins?.has(name))) return "LOGIN";
    profiles ??= new Set(
      profile.flatMap(({ fields }) => (says(fields, MORE_OF_PROFILE) ? (fields["name"] ?? []) : [])),
    );
    return profiles.has(user.profile) ? "PROFILE" : null;
  };
}
