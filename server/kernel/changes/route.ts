// GET /changes/ (contract §1): what is new, for programs that keep a copy of their own. A door to the feed that desktops
// follow, with each record as REST answers it.
import { z } from "zod";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { resourceOf, rightToSee } from "../../../shared/kernel/registry.ts";
import { type AreaModule, type Route, route, type ServedResource } from "../area.ts";
import { inTenantSnapshot, type Row } from "../db/db.ts";
import { withTenant } from "../http/rest.ts";
import { isPermitted, type Principal, type Tenant } from "../operation/principal.ts";
import { tenantOf } from "../operation/run-operation.ts";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../resource/list/request.ts";
import { isNarrowed } from "../resource/own-records.ts";
import { readBound } from "../sync/feed-bound.ts";
import { BEGINNING, CURSOR_DAYS, formatCursor, placeAt, placeOf, type Reach } from "./cursor.ts";
import { type Change, type Followed, readChanges } from "./read-changes.ts";

const changesQuery = z.strictObject({
  collections: z
    .string()
    .min(1)
    .max(2_000)
    .describe("What to follow, separated by commas: the lists' paths with _ in place of - and /"),
  cursor: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      `Where the last answer ended; without one from the beginning, \`now\` from now on. It holds for ${CURSOR_DAYS} days and for these collections`,
    ),
  page_size: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_SIZE_MAX)
    .default(PAGE_SIZE)
    .describe("How many changes at most"),
});

const changesAnswer = z.object({
  results: z
    .array(
      z.object({
        collection: z.string().describe("Of which collection"),
        id: z.uuid().describe("Of which record"),
        deleted: z.boolean().describe("Whether it is gone, or no longer yours to see"),
        record: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe("As `GET` at its own address answers it now; null where it is gone"),
      }),
    )
    .describe("In the order in which it became so; what changed again stands at its last place alone"),
  cursor: z.string().describe("To go on from: keep it once what stands here is kept"),
  has_more: z.boolean().describe("Whether more is there already"),
});

/**
 * The collections that can be followed, by name: what has an address for each of its records and whose rows are stamped by
 * the transaction that changed them. The audit log has no stamps: it is a list that only grows, in order of `timestamp`.
 */
export function followedBy(modules: readonly AreaModule[]): ReadonlyMap<string, ServedResource> {
  const served = modules
    .flatMap((module) => module.resources)
    .filter(({ resource }) => !resource.of_platform && resource.verbs.includes("read") && resource.has_feed);
  return new Map(served.map((one) => [one.resource.collection, one]));
}

/** @throws Failure VALIDATION for a name that is none; PERMISSION_DENIED for one that the caller may not see. */
function asked(
  names: readonly string[],
  known: ReadonlyMap<string, ServedResource>,
  principal: Principal,
): Followed[] {
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const message = `There is no collection ${unknown.join(", ").slice(0, 200) || "without a name"}`;
    throw invalid("collections", message, "DOES_NOT_EXIST");
  }
  return names.map((name) => {
    const served = known.get(name) as ServedResource;
    const permission = rightToSee(served.resource);
    if (!isPermitted(principal, permission))
      throw new Failure("PERMISSION_DENIED", `${name} needs the permission ${permission}`, {
        extra: { permission, collection: name },
      });
    const { guarded } = served;
    const hides = guarded && !isPermitted(principal, guarded.right) ? guarded.holds : null;
    return { served, hides };
  });
}

/** What a cursor of this caller and these collections holds good for. */
function reachOf(tenant: Tenant, followed: readonly Followed[]): Reach {
  const sights = followed.map(({ served, hides }) => {
    const whose = isNarrowed(served.resource, tenant.rowScope) ? String(tenant.rowScope?.person) : "all";
    return hides ? `${whose} not all` : whose;
  });
  const collections = followed.map(({ served }) => served.resource.collection);
  return { tenant_id: tenant.id, collections, rowScope: sights.join() };
}

/** A change with the company that the record is of, where its resource says that. */
function withCompany(change: Change, principal: Principal): Change {
  const resource = resourceOf(change.collection);
  if (change.deleted || !resource) return change;
  return { ...change, record: withTenant(resource, principal, change.record) as Row };
}

/** The route, over all that these areas serve. @param modules asked for when it is called: it is one of their routes. */
export const changesRoute = (modules: () => readonly AreaModule[]): Route =>
  route({
    method: "GET",
    path: "/changes/",
    operation_id: "listChanges",
    summary:
      "What changed in the collections that are named, deletions too: each needs the right to see its records",
    area: "platform",
    permission: null,
    query: changesQuery,
    output: changesAnswer,
    failures: ["CURSOR_EXPIRED"],
    async handler({ services, principal, query }) {
      if (!principal) throw new Failure("UNAUTHENTICATED");
      const tenant = tenantOf(principal);
      const names = [...new Set(query.collections.split(",").map((name) => name.trim()))].sort();
      const followed = asked(names, followedBy(modules()), principal);
      const reach = reachOf(tenant, followed);
      const { incarnation } = services;
      const { cursor, page_size } = query;
      return inTenantSnapshot(services.db, tenant, async (tx) => {
        const bound = await readBound(tx, incarnation);
        const told = (changes: Change[], place = placeAt(bound), has_more = false) => ({
          results: changes,
          cursor: formatCursor(place, reach, bound, incarnation),
          has_more,
        });
        if (cursor === "now") return told([]);
        const after = cursor === undefined ? BEGINNING : placeOf(cursor, reach, bound, incarnation);
        const page = await readChanges(tx, bound, { followed, tenant, after, limit: page_size });
        const changes = page.changes.map((change) => withCompany(change, principal));
        return told(changes, page.place, page.has_more);
      });
    },
  });
