// Which vendor's profile an OLT is read with: by what the operator says, by sysObjectID, and by which tree answers.
import type { OltVendor } from "../../../shared/network/olt/olt-wire.ts";
import type { SnmpSession } from "../snmp/session.ts";
import type { OltProfile } from "./profile.ts";
import { generic, PROFILES } from "./profiles/index.ts";

const ENTERPRISES = "1.3.6.1.4.1.";

/** The full object identifier of one that a profile names. */
export const fullOid = (oid: string): string => ENTERPRISES + oid;

/** How many arcs of sysObjectID the profile knows; 0: it is another vendor's. */
function match(profile: OltProfile, sys_object_id: string): number {
  const lengths = profile.sys_object_ids
    .filter((known) => `${sys_object_id}.`.startsWith(`${ENTERPRISES}${known}.`))
    .map((known) => known.split(".").length);
  return Math.max(0, ...lengths);
}

/** The named vendor's profiles, then those that sysObjectID points to; each group with the best match first. */
function candidates(vendor: OltVendor, sys_object_id: string): OltProfile[] {
  const ranked = PROFILES.filter((profile) => profile !== generic)
    .map((profile) => ({ profile, match: match(profile, sys_object_id) }))
    .sort((a, b) => b.match - a.match);
  const own = ranked.filter(({ profile }) => profile.vendor === vendor);
  const others = ranked.filter((other) => other.profile.vendor !== vendor && other.match > 0);
  return [...own, ...others].map(({ profile }) => profile);
}

export interface Choice {
  profile: OltProfile;
  /** False: no table of ONUs was answered, so the profile is a guess. */
  answered: boolean;
}

/** Profiles and the columns that tell whether a device is one, in the order in which they are asked for. */
function* questions(profiles: readonly OltProfile[]): Generator<{ profile: OltProfile; oid: string }> {
  const depth = Math.max(0, ...profiles.map((profile) => profile.list.length));
  for (let rank = 0; rank < depth; rank += 1)
    for (const profile of profiles) {
      const column = profile.list[rank];
      for (const cell of (column && profile.columns[column]) ?? []) yield { profile, oid: fullOid(cell.oid) };
    }
}

/**
 * sysObjectID alone picks the wrong tree (a C320 names .1082 while its ONUs answer in .1012), so the candidates are
 * asked: first for their serial numbers, then for what else can list ONUs.
 */
export async function chooseProfile(
  session: SnmpSession,
  vendor: OltVendor,
  sys_object_id: string,
): Promise<Choice> {
  const profiles = candidates(vendor, sys_object_id);
  for (const { profile, oid } of questions(profiles))
    if (await session.hasRows(oid)) return { profile, answered: true };
  return { profile: profiles[0] ?? generic, answered: false };
}

/**
 * The profile that comes before the present one in the order of asking and answers by now: it may have been silent, or
 * its tables empty, when the present one was chosen.
 */
export async function betterProfile(
  session: SnmpSession,
  vendor: OltVendor,
  sys_object_id: string,
  present: Choice,
): Promise<Choice> {
  for (const { profile, oid } of questions(candidates(vendor, sys_object_id))) {
    if (profile === present.profile) break;
    if (await session.hasRows(oid, { retries: 0 })) return { profile, answered: true };
  }
  return present;
}
