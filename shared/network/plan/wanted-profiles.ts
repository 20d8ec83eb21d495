// The profiles that packages ask for: of PPP and of hotspot users.
import { formatRateLimit, normaliseRateLimit } from "../units.rules.ts";
import type { DesiredProfile, DesiredState, RowWhat } from "./plan-wire.ts";
import { type SyncPlan, step, type WantedRow } from "./rows.ts";

export const whatOf = ({ connection }: Pick<DesiredProfile, "connection">) =>
  connection === "HOTSPOT" ? "hotspot_profile" : "profile";

const keyOf = (profile: DesiredProfile): string => `${profile.connection} ${profile.name}`;

/** Packages may share a profile; the first one of a name stands for all, another rate under the same name is refused. */
export function wantedProfiles(plan: SyncPlan, desired: DesiredState): WantedRow[] {
  const first = new Map<string, DesiredProfile>();
  const sharers = new Map<string, string[]>();
  for (const profile of desired.profiles) {
    const key = keyOf(profile);
    const known = first.get(key);
    const rate = formatRateLimit(profile.rate_limit);
    sharers.set(key, [...(sharers.get(key) ?? []), profile.package_id]);
    if (!known) first.set(key, profile);
    else if (normaliseRateLimit(formatRateLimit(known.rate_limit)) !== normaliseRateLimit(rate))
      plan.conflict.push(
        step(whatOf(profile), profile.name, { reason: "two packages want different rates of this profile" }),
      );
  }
  return [...first.values()].map((profile) => toRow(profile, sharers.get(keyOf(profile)) ?? []));
}

function toRow(profile: DesiredProfile, sharers: readonly string[]): WantedRow {
  const { package_id, name, rate_limit, address_pool, queue_type } = profile;
  const { known_address_pool: pool_was, known_queue_type: queue_was } = profile;
  const what: RowWhat = whatOf(profile);
  return {
    what,
    owners: [package_id, ...sharers],
    customer_id: null,
    human: name,
    name,
    fields: {
      name,
      "rate-limit": formatRateLimit(rate_limit),
      ...(address_pool && what === "profile" ? { "remote-address": address_pool } : {}),
      ...(queue_type ? { "queue-type": queue_type } : {}),
    },
    earlier: {
      ...(!address_pool && pool_was && what === "profile" ? { "remote-address": pool_was } : {}),
      ...(!queue_type && queue_was ? { "queue-type": queue_was } : {}),
    },
    service: [],
    password: { value: {}, is_new: false },
    enabled: null,
    served: true,
    lacking: null,
  };
}
