// The sync procedures of contract §5.
import { z } from "zod";
import { Failure } from "../../../shared/kernel/failure.ts";
import {
  changesOutput,
  collectionsOutput,
  pullInput,
  pullOutput,
  pushInput,
  pushOutput,
  registerInput,
  registerOutput,
} from "../../../shared/kernel/sync/wire.ts";
import { inTenant } from "../db/db.ts";
import { untilEnded } from "../http/stream.ts";
import { handInProcedure, router, tenantProcedure } from "../http/trpc.ts";
import { heldOf } from "../operation/sight.ts";
import { changes } from "./changes.ts";
import { describeCollections, visibleCollections } from "./collections.ts";
import { pull } from "./pull.ts";
import { push } from "./push.ts";
import { registerDevice } from "./register.ts";

export const syncProcedures = router({
  register: tenantProcedure
    .input(registerInput)
    .output(registerOutput)
    .mutation(async ({ ctx, input }) => {
      const device = await registerDevice(ctx, input);
      // Programs of others are answered what the contract names, and no key that they have no use for.
      const { device_id, device_code } = device;
      return ctx.protocol > 1 ? device : { device_id, device_code };
    }),

  collections: tenantProcedure.output(collectionsOutput).query(({ ctx }) => {
    const visible = visibleCollections(ctx.modules, ctx.principal);
    return inTenant(ctx.services.db, ctx.tenant, (tx) => describeCollections(tx, ctx.tenant, visible));
  }),

  pull: tenantProcedure
    .input(pullInput)
    .output(pullOutput)
    .query(({ ctx, input }) => {
      const served = visibleCollections(ctx.modules, ctx.principal).find(
        ({ resource }) => resource.collection === input.collection,
      );
      // A collection that the role may not see does not exist for it.
      if (!served)
        throw new Failure("NOT_FOUND", `There is no collection ${input.collection.slice(0, 50)} for you`);
      const { services } = ctx;
      const tenant = heldOf(ctx.tenant, ctx.principal, served.resource);
      const request = { ...input, served, tenant, incarnation: services.incarnation };
      return inTenant(services.db, tenant, (tx) => pull(tx, request));
    }),

  changes: tenantProcedure.input(z.object({}).optional()).subscription(async function* ({ ctx, signal }) {
    const visible = new Set(
      visibleCollections(ctx.modules, ctx.principal).map(({ resource }) => resource.collection),
    );
    for await (const event of changes(untilEnded(ctx, signal, "IN_FEED"), visible)) {
      yield changesOutput.parse(event);
    }
  }),

  push: handInProcedure
    .input(pushInput)
    .output(pushOutput)
    .mutation(({ ctx, input }) => push(ctx, input)),
});
