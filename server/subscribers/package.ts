// Packages: whatever changes one is told to every active router.
import { OWN_PROFILES } from "../../shared/network/index.ts";
import { servicePackage } from "../../shared/subscribers/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { type CrudHooks, crudOperations } from "../kernel/resource/crud.ts";
import { enqueueJobs } from "../network/index.ts";

/** A profile name made of a package's: "Home 20 Mbit/s" → "home-20-mbit-s". */
function profileName(name: unknown): string {
  const made = String(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const short = made.slice(0, 64) || "package";
  return OWN_PROFILES.includes(short) ? `package-${short}` : short;
}

async function syncProfiles(ctx: OperationContext, id: string): Promise<void> {
  const routers = await ctx.tx<{ id: string }[]>`
    select id from routers where tenant_id = ${ctx.tenant.id} and is_active order by id`;
  await enqueueJobs(
    ctx,
    routers.map((router) => ({ kind: "SYNC_PROFILE", router: router.id, payload: { package: id } })),
  );
}

const hooks: CrudHooks = {
  before_write(_ctx, row, before) {
    if (before !== null || row.router_profile) return row;
    return { ...row, router_profile: profileName(row.name) };
  },
  after_write: (ctx, record) => syncProfiles(ctx, String(record.id)),
};

export const packageOperations = crudOperations(servicePackage, hooks);
