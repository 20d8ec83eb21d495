// Packages: whatever changes one is told to every active router.
import { OWN_PROFILES } from "../../shared/network/index.ts";
import { packageVerbs, type ServicePackage, servicePackage } from "../../shared/subscribers/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { updateRecord } from "../kernel/resource/write-record.ts";
import { enqueueAffected, enqueueJobs, refuseExpiredProfile } from "../network/index.ts";
import { isRepriced, repriceServices } from "./service/reprice.ts";
import { defaultTaxCode } from "./tax-code.ts";

const NAME_MAX = 64;

/** A profile name made of a package's: "Home 20 Mbit/s" → "home-20-mbit-s". */
function profileName(name: string): string {
  const made = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const short = made.slice(0, NAME_MAX) || "package";
  return OWN_PROFILES.includes(short) ? `package-${short}` : short;
}

/**
 * A name made of a package's that no other package has: "Home 50/10" and "Home 50 10" are two speeds. Those who name a
 * profile by hand may share it.
 */
async function ownProfileName({ tx, tenant }: OperationContext, name: string): Promise<string> {
  // One after the other: else two that are made at once would take the same name.
  await tx`select pg_advisory_xact_lock(hashtextextended('profile names:' || ${tenant.id}, 0))`;
  const packages = await tx<{ router_profile: string }[]>`
    select router_profile from packages where tenant_id = ${tenant.id}`;
  const taken = new Set(packages.map(({ router_profile }) => router_profile));
  const made = profileName(name);
  let free = made;
  for (let number = 2; taken.has(free); number += 1)
    free = `${made.slice(0, NAME_MAX - `-${number}`.length)}-${number}`;
  return free;
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

/**
 * Lines that were on the profile `left` are written again where the package goes to another one: its own, and those of who
 * shared it, since the router's profile may have gone along under its new name.
 */
async function moveLines(ctx: OperationContext, { id }: ServicePackage, left: string): Promise<void> {
  const lines = await ctx.tx<{ id: string; router: string }[]>`
    select c.id, c.router from customers c
      join packages p on p.tenant_id = c.tenant_id and p.id = c.package and (p.id = ${id} or p.router_profile = ${left})
      join routers r on r.tenant_id = c.tenant_id and r.id = c.router and r.is_active
    where c.tenant_id = ${ctx.tenant.id} and c.connection_type <> 'STATIC' and c.status <> 'TERMINATED' order by c.id`;
  await enqueueAffected(ctx, lines);
}

const hooks: Required<Pick<Hooks<typeof servicePackage>, "create" | "update">> = {
  create: {
    before: async (ctx, draft) => ({
      ...draft,
      ...(draft.tax_code === undefined ? { tax_code: await defaultTaxCode(ctx) } : {}),
      router_profile: draft.router_profile || (await ownProfileName(ctx, draft.name ?? "")),
    }),
    after: (ctx, { id }) => syncProfiles(ctx, id),
  },
  update: {
    async after(ctx, record, { router_profile: left }) {
      await syncProfiles(ctx, record.id);
      if (record.router_profile !== left) await moveLines(ctx, record, left);
    },
  },
};

const { update, ...others } = packageVerbs;

export const packageOperations = [
  ...crudOperations(others, { create: hooks.create }),
  implement(update, (ctx, { price_applies, ...input }, id) =>
    updateRecord(ctx, servicePackage, id, input, {
      async after(ctx, record, before, draft) {
        await hooks.update.after?.(ctx, record, before, draft);
        if (price_applies !== "NEW" && isRepriced(record, before)) await repriceServices(ctx, id);
      },
    }),
  ),
];
