// Packages: whatever changes one is told to every active router.
import { OWN_PROFILES } from "../../shared/network/index.ts";
import { packageVerbs, type servicePackage } from "../../shared/subscribers/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { enqueueJobs, refuseExpiredProfile } from "../network/index.ts";

/** A profile name made of a package's: "Home 20 Mbit/s" → "home-20-mbit-s". */
function profileName(name: string): string {
  const made = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const short = made.slice(0, 64) || "package";
  return OWN_PROFILES.includes(short) ? `package-${short}` : short;
}

async function syncProfiles(ctx: OperationContext, id: string): Promise<void> {
  await refuseExpiredProfile(ctx, id);
  const routers = await ctx.tx<{ id: string }[]>`
    select id from routers where tenant_id = ${ctx.tenant.id} and is_active order by id`;
  await enqueueJobs(
    ctx,
    routers.map((router) => ({ kind: "SYNC_PROFILE", router: router.id, payload: { package: id } })),
  );
}

const hooks: Hooks<typeof servicePackage> = {
  create: {
    before: (_ctx, draft) => ({
      ...draft,
      router_profile: draft.router_profile || profileName(draft.name ?? ""),
    }),
    after: (ctx, { id }) => syncProfiles(ctx, id),
  },
  update: { after: (ctx, { id }) => syncProfiles(ctx, id) },
};

export const packageOperations = crudOperations(packageVerbs, hooks);
