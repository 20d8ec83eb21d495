// The rows that the product writes to routers, one declaration each: where they are, what is read of them, how two
// spellings of a value compare, what is RouterOS's own. Planning, reading and writing know no kind by name.
import { normalisePair, normaliseRateLimit, parseDuration, parseRate } from "../units.rules.ts";
import { MORE_OF_LOGIN, MORE_OF_PROFILE } from "./more-addresses.rules.ts";
import type { RowWhat } from "./plan-wire.ts";
import type { ActualRow, Fields } from "./rows.ts";

type Spell = (text: string) => string;

export interface RowKind {
  what: RowWhat;
  /** The menu: `<path>/print`, `/add`, `/set`, `/remove`. */
  path: string;
  /** By what a row is called. */
  key: string;
  /** What is printed. Never a password: that needs the policy `sensitive`. */
  columns: readonly string[];
  /** Fields compared otherwise than letter by letter: their one spelling. */
  spelling: Readonly<Record<string, Spell>>;
  /** What stands in a field that says nothing; one that is not named here has no such value, and is unset. */
  blank: Readonly<Record<string, string>>;
  /** Values of which the router allows one row, or of which a second row would undo the first. */
  identities: (row: Fields) => string[];
  /** How the router is asked for the rows of such a value: query words without the leading `?`. */
  lookUp: (wanted: Fields) => string[];
  /** RouterOS's own row, never written whatever is asked. */
  isBuiltIn: (row: ActualRow) => boolean;
  /** Why a row made by hand is not to be had; null: an operator may hand it over. */
  unadoptable: (row: Fields, wanted: Fields) => string | null;
  /** A row made by hand that says the same serves as it is. */
  serves: (row: Fields, wanted: Fields) => boolean;
  /** Whether a row belongs to a customer; else to the tenant's packages. */
  of_customer: boolean;
  /** False: RouterOS has no comment for these rows, so they can carry no marker. */
  has_comment: boolean;
  /** True: the router makes such rows itself, too. */
  has_dynamic: boolean;
  /** What a second row of a customer's comes to: one that closes the line must not stay behind. */
  second: "LISTED" | "REMOVED";
  /** In sentences: "a secret of this name". */
  noun: string;
}

/** RouterOS's own profiles: every hand-made user is on one of them, so they are never written. */
export const OWN_PROFILES: readonly string[] = ["default", "default-encryption"];
/** Their ids, which stay when they are renamed. */
const OWN_IDS: readonly string[] = ["*0", "*FFFFFFFE"];
/** The hotspot's user that stands for all on trial. */
const OWN_HOTSPOT_USER = "default-trial";

const hasOwnId = ({ ros_id }: ActualRow): boolean => OWN_IDS.includes(ros_id.toUpperCase());
const isOwnProfile = (row: ActualRow): boolean =>
  OWN_PROFILES.includes(row.fields["name"] ?? "") || hasOwnId(row);
/** Rows that the router makes and removes itself: queues of sessions, entries with a timeout. */
const isDynamic = ({ fields }: ActualRow): boolean => isYes(fields["dynamic"]);

/** Booleans come back as `true` and are written as `yes`. */
export const isYes = (text: string | undefined): boolean => text === "true" || text === "yes";

const yesNo: Spell = (text) => (isYes(text) ? "yes" : "no");
const upper: Spell = (text) => text.toUpperCase();
const seconds: Spell = (text) => (/^\d+$/.test(text) ? text : String(parseDuration(text) ?? text));
const rates: Spell = (text) => normalisePair(text || "0", (part) => String(parseRate(part) ?? part));
const times: Spell = (text) => normalisePair(text || "0", seconds);
const pair: Spell = (text) => (text === "" ? "" : normalisePair(text, (part) => part));
/** One address with or without its `/32`. */
const host: Spell = (text) => text.replace(/\/32$/, "");

const byName = ({ name = "" }: Fields): string[] => (name === "" ? [] : [name]);
const nameQuery = ({ name = "" }: Fields): string[] => (name === "" ? [] : [`=name=${name}`]);
const never = (): boolean => false;
const nothing = (): null => null;
const sameRate = (row: Fields, wanted: Fields): boolean =>
  normaliseRateLimit(row["rate-limit"] ?? "") === normaliseRateLimit(wanted["rate-limit"] ?? "");

/** Services whose hand-made secrets may be taken over; one for L2TP or a VPN is not ours. */
const ADOPTABLE_SERVICES = new Set(["pppoe", "any"]);

const named = { key: "name", identities: byName, lookUp: nameQuery, second: "LISTED", blank: {} } as const;

const profile: RowKind = {
  ...named,
  what: "profile",
  path: "/ppp/profile",
  columns: ["name", "rate-limit", "remote-address", "queue-type", "comment", ...MORE_OF_PROFILE],
  spelling: { "rate-limit": normaliseRateLimit, "queue-type": pair },
  isBuiltIn: isOwnProfile,
  unadoptable: nothing,
  serves: sameRate,
  of_customer: false,
  has_comment: true,
  has_dynamic: false,
  noun: "profile",
};

export const KINDS: Readonly<Record<RowWhat, RowKind>> = {
  profile,
  hotspot_profile: {
    ...profile,
    what: "hotspot_profile",
    path: "/ip/hotspot/user/profile",
    columns: ["name", "rate-limit", "queue-type"],
    has_comment: false,
    noun: "hotspot profile",
  },
  secret: {
    ...named,
    what: "secret",
    path: "/ppp/secret",
    columns: [
      "name",
      "profile",
      "service",
      "disabled",
      "comment",
      "caller-id",
      "remote-address",
      ...MORE_OF_LOGIN,
    ],
    spelling: { disabled: yesNo, "caller-id": upper },
    isBuiltIn: never,
    unadoptable: ({ service = "" }) =>
      ADOPTABLE_SERVICES.has(service)
        ? null
        : `a secret of this name was made by hand for ${service}: it is left alone`,
    serves: never,
    of_customer: true,
    has_comment: true,
    has_dynamic: false,
    noun: "secret",
  },
  hotspot_user: {
    ...named,
    what: "hotspot_user",
    path: "/ip/hotspot/user",
    columns: ["name", "profile", "address", "mac-address", "disabled", "dynamic", "comment"],
    spelling: { disabled: yesNo, "mac-address": upper },
    isBuiltIn: (row) => row.fields["name"] === OWN_HOTSPOT_USER || hasOwnId(row) || isDynamic(row),
    unadoptable: nothing,
    serves: never,
    of_customer: true,
    has_comment: true,
    has_dynamic: false,
    noun: "hotspot user",
  },
  queue: {
    ...named,
    what: "queue",
    path: "/queue/simple",
    columns: [
      "name",
      "target",
      "max-limit",
      "burst-limit",
      "burst-threshold",
      "burst-time",
      "priority",
      "queue",
      "disabled",
      "dynamic",
      "comment",
    ],
    spelling: {
      target: host,
      "max-limit": rates,
      "burst-limit": rates,
      "burst-threshold": rates,
      "burst-time": times,
      priority: (text) => normalisePair(text || "8", (part) => part),
      queue: pair,
      disabled: yesNo,
    },
    blank: { queue: "default-small/default-small" },
    // The first queue of a target takes all its packets, whatever the second is called.
    identities: ({ name = "", target = "" }) => [
      ...(name === "" ? [] : [`name ${name}`]),
      ...(target === "" ? [] : [`target ${host(target)}`]),
    ],
    lookUp: ({ name = "", target = "" }) => [
      ...(name === "" ? [] : [`=name=${name}`]),
      ...(target === "" ? [] : [`=target=${host(target)}/32`]),
    ],
    isBuiltIn: isDynamic,
    unadoptable: ({ target = "" }, wanted) =>
      host(target) === host(wanted["target"] ?? "")
        ? null
        : "a queue of this name was made by hand for another target: it is left alone",
    serves: never,
    of_customer: true,
    has_comment: true,
    has_dynamic: true,
    noun: "queue",
  },
  address_list: {
    what: "address_list",
    path: "/ip/firewall/address-list",
    key: "address",
    columns: ["list", "address", "disabled", "dynamic", "comment"],
    spelling: { address: host, disabled: yesNo },
    blank: {},
    identities: ({ list = "", address = "" }) => (address === "" ? [] : [`${host(address)} ${list}`]),
    // In whichever list: the one that was used before must not go on closing the line.
    lookUp: ({ address = "" }) => (address === "" ? [] : [`=address=${host(address)}`]),
    isBuiltIn: isDynamic,
    unadoptable: nothing,
    serves: (row, wanted) => row["list"] === wanted["list"] && !isYes(row["disabled"]),
    of_customer: true,
    has_comment: true,
    has_dynamic: true,
    second: "REMOVED",
    noun: "address-list entry",
  },
};

/** A field in the one spelling of its kind, so that two that say the same compare equal. */
const spelled = (kind: RowKind, field: string, text: string): string => kind.spelling[field]?.(text) ?? text;

/** Fields of the row that still say what we wrote earlier, with what they say once it is taken back; null: none. */
export function takenBack(kind: RowKind, earlier: Fields, actual: Fields): Fields | null {
  let back: Record<string, string> | null = null;
  for (const field in earlier) {
    if (spelled(kind, field, earlier[field] ?? "") !== spelled(kind, field, actual[field] ?? "")) continue;
    back ??= {};
    back[field] = kind.blank[field] ?? "";
  }
  return back;
}

const SAME: readonly string[] = [];

/** Names of the fields of `wanted` that the row says otherwise. */
export function difference(kind: RowKind, wanted: Fields, actual: Fields): readonly string[] {
  let fields: string[] | null = null;
  for (const field in wanted) {
    const ours = wanted[field] ?? "";
    const theirs = actual[field] ?? "";
    if (ours === theirs || spelled(kind, field, ours) === spelled(kind, field, theirs)) continue;
    fields ??= [];
    fields.push(field);
  }
  return fields ?? SAME;
}
