// The sync procedures of contract §5.
import { z } from "zod";
import { Failure } from "../../../shared/kernel/failure.ts";
import {
  changesInput,
  collectionsOutput,
  type PullManyOutput,
  type PullOutput,
  pullInput,
  pullManyInput,
  pushInput,
  pushOutput,
  registerInput,
  registerOutput,
} from "../../../shared/kernel/sync/wire.ts";
import type { AreaModule, ServedResource } from "../area.ts";
import { inTenant } from "../db/db.ts";
import { untilEnded } from "../http/stream.ts";
import { handInProcedure, router, tenantProcedure } from "../http/trpc/trpc.ts";
import type { Principal, Tenant } from "../operation/principal.ts";
import { heldOf, rowScopeText } from "../operation/row-scope.ts";
import type { Services } from "../services.ts";
import { changes } from "./changes.ts";
import { describeCollections, visibleCollections } from "./collections.ts";
import { type PullRequest, pull, pullMany } from "./pull.ts";
import { push } from "./push/push.ts";
import { registerDevice } from "./register.ts";

interface Puller {
  services: Services;
  modules: readonly AreaModule[];
  principal: Principal;
  tenant: Tenant;
}

/** What a caller asks of a collection that they may see. */
function requestFor(
  { services, principal, tenant }: Puller,
  served: ServedResource,
  checkpoint: string | null,
  limit: number,
): PullRequest {
  const seen = heldOf(tenant, principal, served.resource);
  return { checkpoint, limit, served, tenant: seen, incarnation: services.incarnation };
}

/** The same of one that they name. @throws Failure NOT_FOUND for one that the role may not see: it does not exist for it. */
function requestOf(
  puller: Puller,
  { collection, checkpoint }: { collection: string; checkpoint: string | null },
  limit: number,
): PullRequest {
  const visible = visibleCollections(puller.modules, puller.principal);
  const served = visible.find((one) => one.resource.collection === collection);
  if (!served) throw new Failure("NOT_FOUND", `There is no collection ${collection.slice(0, 50)} for you`);
  return requestFor(puller, served, checkpoint, limit);
}

export const syncProcedures = router({
  register: tenantProcedure
    .input(registerInput)
    .output(registerOutput)
    .mutation(async ({ ctx, input }) => {
      const device = await registerDevice(ctx, input);
      if (input.resume) return device;
      // Programs of others are answered what the contract names.
      const { device_id, device_code, device_secret, author_key } = device;
      return { device_id, device_code, ...(device_secret ? { device_secret } : {}), author_key };
    }),

  collections: tenantProcedure.output(collectionsOutput).query(({ ctx }) => {
    const visible = visibleCollections(ctx.modules, ctx.principal);
    return inTenant(ctx.services.db, ctx.tenant, (tx) => describeCollections(tx, ctx.tenant, visible));
  }),

  pull: tenantProcedure
    .input(pullInput)
    // Made here of what the table holds: looking at each record again would cost as much as reading it.
    .output(z.custom<PullOutput>())
    .query(({ ctx, input }) => {
      const request = requestOf(ctx, input, input.limit);
      return inTenant(ctx.services.db, request.tenant, (tx) => pull(tx, request));
    }),

  pullMany: tenantProcedure
    .input(pullManyInput)
    .output(z.custom<PullManyOutput>())
    .query(async ({ ctx, input }) => {
      const requests = input.collections.map((one) => requestOf(ctx, one, input.limit));
      const pages = new Map<PullRequest, PullOutput>();
      // A transaction shows what one sight does: of collections that are held as far as they are one's own, less.
      for (const rowScope of new Set(requests.map(({ tenant }) => rowScopeText(tenant)))) {
        const alike = requests.filter(({ tenant }) => rowScopeText(tenant) === rowScope);
        const found = await inTenant(ctx.services.db, alike[0]!.tenant, (tx) => pullMany(tx, alike));
        for (const [at, page] of found.entries()) pages.set(alike[at]!, page);
      }
      return {
        pages: requests.map((request) => ({
          collection: request.served.resource.collection,
          ...pages.get(request)!,
        })),
      };
    }),

  changes: tenantProcedure.input(changesInput).subscription(async function* ({ ctx, input, signal }) {
    const visible = visibleCollections(ctx.modules, ctx.principal).map(
      (served) => [served.resource.collection, requestFor(ctx, served, null, 1)] as const,
    );
    const carried = input?.carry ? ctx.carried.open(ctx.tenant.id) : null;
    yield* changes(untilEnded(ctx, signal, "IN_FEED"), new Map(visible), carried);
  }),

  push: handInProcedure
    .input(pushInput)
    .output(pushOutput)
    .mutation(({ ctx, input }) => push(ctx, input)),
});
