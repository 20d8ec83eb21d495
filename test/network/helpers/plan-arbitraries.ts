// Desired states and routers of every kind of row, at random: names and addresses from small alphabets, so that they meet.
import fc from "fast-check";
import {
  type DesiredState,
  type DesiredUser,
  desiredState,
  ROW_WHATS,
} from "../../../shared/network/agent-wire.ts";
import { formatComment } from "../../../shared/network/comment.rules.ts";
import { type ActualState, actualState, type Fields } from "../../../shared/network/plan/rows.ts";
import { TENANT } from "./fixtures.ts";

export const CLOSED_LIST = "lastmile-suspended";
export const OPEN_LIST = "lastmile-active";

const id = (digit: string): string => `0a000000-0000-7000-8000-00000000000${digit}`;
const name = fc.constantFrom("ann", "bob", "cyd", "dan", "eve");
const customer = fc.constantFrom(..."12345".split("").map(id));
const packageId = fc.constantFrom(..."6789".split("").map(id));
const profiles = fc.constantFrom("home-10", "home-50", "expired", "default", "default-encryption");
const address = fc.constantFrom("10.0.0.1", "10.0.0.2", "10.0.0.3");
const connection = fc.constantFrom("PPPOE" as const, "HOTSPOT" as const, "STATIC" as const);
const yes = fc.constantFrom("true", "false");

/** Ours, another tenant's, the operator's, and what only looks like ours. */
const comment = fc.oneof(
  customer.map((of) => formatComment(TENANT, of, "Somebody", "")),
  customer.map((of) => formatComment("ffffffff", of, "Somebody", "")),
  fc.constantFrom("", "by hand", "[isp:broken", "Za\uFFFD"),
  customer.map((of) => `[isp:${TENANT}:${of}] x | note | more`),
  customer.map((of) => `[isp:${TENANT}:${of}] \uFFFD`),
);
const profileComment = fc.oneof(
  fc.constantFrom("", "by hand", "\uFFFD"),
  packageId.map((of) => formatComment(TENANT, of, "P", "")),
  packageId.map((of) => formatComment("ffffffff", of, "P", "")),
);
const rate = fc.constantFrom("", "10M/10M", "10000k/10M", "5M", "garbage");

const ROWS: Readonly<Record<(typeof ROW_WHATS)[number], fc.Arbitrary<Fields>>> = {
  profile: fc.record({
    name: profiles,
    "rate-limit": rate,
    "remote-address": fc.constantFrom("", "pool"),
    "queue-type": fc.constantFrom("", "default-small", "default-small/default-small"),
    comment: profileComment,
  }),
  hotspot_profile: fc.record({ name: profiles, "rate-limit": rate }),
  secret: fc.record({
    name: fc.oneof(name, fc.string({ minLength: 1, maxLength: 5 })),
    profile: profiles,
    service: fc.constantFrom("pppoe", "any", "l2tp"),
    disabled: yes,
    comment,
    "caller-id": fc.constantFrom("", "aa:bb", "AA:BB"),
    "remote-address": fc.constantFrom("", "10.0.0.1"),
  }),
  hotspot_user: fc.record({
    name: fc.oneof(name, fc.constant("default-trial")),
    profile: profiles,
    disabled: yes,
    dynamic: fc.constantFrom("false", "false", "true"),
    comment,
    "mac-address": fc.constantFrom("", "AA:BB"),
    address: fc.constantFrom("", "10.0.0.1"),
  }),
  queue: fc.record({
    name: fc.oneof(name, fc.constant("<pppoe-ann>")),
    target: address.map((of) => `${of}/32`),
    "max-limit": fc.constantFrom("0/0", "5000000/10000000", "10M/10M"),
    "burst-limit": fc.constantFrom("0/0", "20M/20M"),
    "burst-threshold": fc.constant("0/0"),
    "burst-time": fc.constant("0s/0s"),
    priority: fc.constantFrom("8/8", "1/1"),
    queue: fc.constantFrom("default-small/default-small", "pcq/pcq"),
    disabled: yes,
    dynamic: fc.constantFrom("false", "false", "true"),
    comment,
  }),
  address_list: fc.record({
    list: fc.constantFrom(CLOSED_LIST, OPEN_LIST, "blocklist"),
    address,
    disabled: fc.constantFrom("false", "false", "true"),
    dynamic: fc.constantFrom("false", "false", "true"),
    comment,
  }),
};

/** What a router allows one row of. */
const unique = (what: keyof typeof ROWS, row: Fields): string =>
  what === "address_list" ? `${row["list"]} ${row["address"]}` : (row["name"] ?? "");

const table = (what: keyof typeof ROWS) =>
  fc.uniqueArray(ROWS[what], { maxLength: 6, selector: (row) => unique(what, row) }).map((rows) =>
    rows.map((fields, index) => {
      // RouterOS's own keeps its id under any name.
      const own = what.endsWith("profile") && index === 3;
      const ros_id = own ? "*0" : `*${what.length}${index}`;
      return { ros_id, fields: { ".id": ros_id, ...fields } };
    }),
  );

export const anyRouter: fc.Arbitrary<ActualState> = fc
  .tuple(...ROW_WHATS.map(table))
  .map((tables) =>
    actualState(Object.fromEntries(ROW_WHATS.map((what, index) => [what, tables[index] ?? []]))),
  );

const rateLimit = fc.record({
  upload_kbps: fc.constantFrom(5000, 10_000),
  download_kbps: fc.constantFrom(10_000, 2_500),
});

const desiredUser: fc.Arbitrary<DesiredUser> = fc.record({
  customer_id: customer,
  connection,
  username: name,
  name: fc.oneof(fc.constantFrom("Anika", "আনিকা", "a | b", " "), fc.string({ maxLength: 8 })),
  password: fc.constantFrom("pw", null),
  password_version: fc.constant(null),
  profile: profiles,
  remote_address: fc.oneof(address, fc.constant(null)),
  caller_id: fc.constantFrom(null, "aa:bb"),
  enabled: fc.boolean(),
  rate_limit: fc.option(rateLimit),
  queue_type: fc.constantFrom(null, "default-small"),
  known_address: fc.oneof(address, fc.constant(null)),
  known_caller_id: fc.constantFrom(null, "aa:bb"),
  known_queue_type: fc.constantFrom(null, "pcq/pcq", "default-small"),
});

/** Nobody is both wanted and to be removed: the server never says both. */
const consistent = (state: DesiredState): DesiredState => ({
  ...state,
  remove: state.remove.filter((gone) => state.users.every((row) => row.customer_id !== gone.customer_id)),
});

export const anyDesired: fc.Arbitrary<DesiredState> = fc
  .record({
    users: fc.uniqueArray(desiredUser, { maxLength: 5, selector: (row) => row.customer_id }),
    profiles: fc.uniqueArray(
      fc.record({
        package_id: packageId,
        connection: fc.constantFrom("PPPOE" as const, "HOTSPOT" as const),
        name: profiles,
        rate_limit: rateLimit,
        address_pool: fc.constantFrom(null, "pool"),
        queue_type: fc.constantFrom(null, "default-small"),
        known_address_pool: fc.constantFrom(null, "pool"),
        known_queue_type: fc.constantFrom(null, "default-small"),
        written: fc.constantFrom(null, "5M/5M", "10M/10M"),
      }),
      { maxLength: 3, selector: (row) => row.package_id },
    ),
    remove: fc.uniqueArray(fc.record({ customer_id: customer, username: name, connection }), {
      maxLength: 2,
      selector: (row) => row.customer_id,
    }),
    tenant_marker: fc.constant(TENANT),
    suspend_mode: fc.constantFrom("DISABLE_SECRET", "EXPIRED_PROFILE", "ADDRESS_LIST"),
    expired_profile: fc.constantFrom(null, "expired", "missing"),
    complete: fc.boolean(),
  })
  .map((state) => consistent(desiredState.parse(state)));

const some = (of: fc.Arbitrary<string>) => fc.uniqueArray(of, { maxLength: 5 });

export const anyAdoption = fc.record({
  secrets: some(name),
  profiles: some(profiles),
  hotspot_users: some(fc.oneof(name, fc.constant("default-trial"))),
  hotspot_profiles: some(profiles),
  queues: some(fc.oneof(name, fc.constant("<pppoe-ann>"))),
  address_lists: some(address),
});
