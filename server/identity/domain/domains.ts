// A company's domains: one company's from the claim on, which the database has once. A claim that is not verified lapses.
import { randomBytes } from "node:crypto";
import {
  recordName,
  tenantDomain,
  tenantDomainVerbs,
  verifyDomain,
} from "../../../shared/identity/tenant-domain.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { beforehand } from "../../kernel/db/client-pool.ts";
import { transaction } from "../../kernel/db/db.ts";
import { duplicate } from "../../kernel/db/db-failure.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import { deleteRows } from "../../kernel/resource/deletions.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import { txtRecords } from "./dns.ts";
import { normalDomain } from "./normal-domain.ts";

/** The company is called by one domain: a new one takes the place of the one before. */
async function onlyPrimary({ tx, tenant }: OperationContext, id: string | null): Promise<void> {
  await tx`update tenant_domains set is_primary = false
    where tenant_id = ${tenant.id} and is_primary and id is distinct from ${id}`;
}

/** For so long others may not claim an unverified domain; longer would let any company keep it from its owner. */
const CLAIM_HOURS = 48;

/** Claims a domain that is free; waits for others who claim it at this moment. @returns whether it is ours now. */
async function isClaimed({ tx, tenant }: OperationContext, id: string, domain: string): Promise<boolean> {
  await tx`insert into claimed_domains (domain, tenant, record) values (${domain}, ${tenant.id}, ${id})
    on conflict (domain) do nothing`;
  // Others' are walled off.
  return (
    (
      await tx`select from claimed_domains where domain = ${domain} and tenant = ${tenant.id} and record = ${id}`
    ).length > 0
  );
}

/**
 * Takes a domain from another record that has claimed it and did not verify it in time, or is not there any more. As the
 * platform: no company's transaction reaches another one's rows. The record comes first, as where it is verified.
 * @returns whether no other company has it now.
 */
async function takeLapsed(
  { tenant: ours, services }: OperationContext,
  id: string,
  domain: string,
): Promise<boolean> {
  const { db, notices } = services;
  const had = await transaction(db.platform_transactions, async (tx) => {
    const [claim] = await tx<{ tenant: string; record: string }[]>`
      select tenant, record from claimed_domains where domain = ${domain} and (tenant, record) <> (${ours.id}, ${id})`;
    if (!claim) return null;
    const { tenant, record } = claim;
    const [found] = await tx<{ stands: boolean }[]>`
      select is_verified or created_at > now() - make_interval(hours => ${CLAIM_HOURS}) as stands
      from tenant_domains where tenant_id = ${tenant} and id = ${record} for update`;
    if (found?.stands) return "stands";
    await deleteRows(tx, tenantDomain, tenant, tx`t.id = ${record}`);
    await tx`delete from claimed_domains where domain = ${domain} and tenant = ${tenant} and record = ${record}`;
    return { tenant };
  });
  if (had === "stands") return false;
  if (had) notices.committed(had.tenant, new Set([tenantDomain.collection]));
  return true;
}

/** Makes a domain this record's alone. @throws Failure DUPLICATE where another company has it. */
async function claim(ctx: OperationContext, id: string, domain: string): Promise<void> {
  while (!(await isClaimed(ctx, id, domain)))
    if (!(await beforehand("domain of another", () => takeLapsed(ctx, id, domain))))
      throw duplicate(["domain"]);
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
      after: (ctx, { id, domain }) => claim(ctx, id, domain),
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
          // How many others there are: what they say may be of a zone that only this machine sees.
          extra: { found: found.length },
        });
      await claim(ctx, id, domain);
      return is_verified
        ? null
        : { set: { is_verified: true, verified_at: ctx.call.received_at.toISOString() } };
    }),
  ),
];
