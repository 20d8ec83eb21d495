// A company's domains. Anybody may claim any, which blocks nobody; verified it is one company's, and the database has it once.
import { randomBytes } from "node:crypto";
import { recordName, tenantDomainVerbs, verifyDomain } from "../../../shared/identity/tenant-domain.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { beforehand } from "../../kernel/db/client-pool.ts";
import { transaction } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import type { Services } from "../../kernel/services.ts";
import { txtRecords } from "./dns.ts";
import { normalDomain } from "./normal-domain.ts";

/** The company is called by one domain: a new one takes the place of the one before. */
async function onlyPrimary({ tx, tenant }: OperationContext, id: string | null): Promise<void> {
  await tx`update tenant_domains set is_primary = false
    where tenant_id = ${tenant.id} and is_primary and id is distinct from ${id}`;
}

/** Claims a domain that is free; waits for whoever claims the same one at this moment. @returns whether it is ours now. */
async function claims({ tx, tenant }: OperationContext, id: string, domain: string): Promise<boolean> {
  await tx`insert into verified_domains (domain, tenant, record) values (${domain}, ${tenant.id}, ${id})
    on conflict (domain) do nothing`;
  // Others' are walled off.
  return (await tx`select from verified_domains where domain = ${domain} and record = ${id}`).length > 0;
}

/**
 * Takes a domain from the record that has it, unless that is this one: a zone's owner may be another by now. As the platform:
 * no company's transaction reaches another one's rows. The record comes first, as where it is verified.
 */
async function takeFrom(
  { db, notices }: Services,
  tenant: string,
  id: string,
  domain: string,
): Promise<void> {
  const had = await transaction(db.platform_transactions, async (tx) => {
    const [last] = await tx<{ tenant: string; record: string }[]>`
      select tenant, record from verified_domains where domain = ${domain} and (tenant, record) <> (${tenant}, ${id})`;
    if (!last) return null;
    await tx`update tenant_domains set is_verified = false, verified_at = null
      where tenant_id = ${last.tenant} and id = ${last.record} and is_verified`;
    await tx`delete from verified_domains
      where domain = ${domain} and tenant = ${last.tenant} and record = ${last.record}`;
    return last.tenant;
  });
  if (had) notices.committed(had, new Set(["tenant_domains"]));
}

export const domainOperations = [
  ...crudOperations(tenantDomainVerbs, {
    create: {
      async before(ctx, draft) {
        const domain = normalDomain(draft.domain ?? "");
        if (domain === null)
          throw invalid("domain", "Not a domain that a company can own, like portal.isp.example");
        if (draft.is_primary) await onlyPrimary(ctx, null);
        const value = `lastmile-verify=${randomBytes(20).toString("hex")}`;
        return { ...draft, domain, verification: { type: "TXT" as const, name: recordName(domain), value } };
      },
    },
    update: {
      async before(ctx, draft, { id }) {
        if (draft.is_primary) await onlyPrimary(ctx, id);
        return draft;
      },
    },
  }),

  implement(verifyDomain, (ctx, _input, id) =>
    changeRecord(ctx, verifyDomain, id, async ({ domain, verification, is_verified }) => {
      const { name, value } = verification;
      // Asked before the transaction: nothing waits for the network while it holds a record.
      const found = await beforehand("dns", () => txtRecords(name, ctx.services.dns_server));
      if (!found.includes(value))
        throw new Failure("DOMAIN_NOT_VERIFIED", `There is no TXT record ${name} with the value ${value}`, {
          extra: { found: found.slice(0, 10).map((text) => text.slice(0, 300)) },
        });
      while (!(await claims(ctx, id, domain)))
        await beforehand("domain of another", () => takeFrom(ctx.services, ctx.tenant.id, id, domain));
      return is_verified
        ? null
        : { set: { is_verified: true, verified_at: ctx.call.received_at.toISOString() } };
    }),
  ),
];
