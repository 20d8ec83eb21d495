// Tenants for super administrators, plain and with their usage figures (contract §2).
import {
  createTenantBody,
  tenantAnswer,
  tenantListAnswer,
  tenantListQuery,
  tenant as tenantResource,
  tenantUsageAnswer,
  tenantUsageListAnswer,
  updateTenantBody,
} from "../../../shared/identity/tenant.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { currencyDigits } from "../../../shared/kernel/money.ts";
import { type Route, type RouteRequest, route } from "../../kernel/area.ts";
import { type Row, type Sql, transaction } from "../../kernel/db/db.ts";
import { toFailure } from "../../kernel/db/db-failure.ts";
import { writeAudit } from "../../kernel/operation/audit.ts";
import { listRecords } from "../../kernel/resource/list.ts";
import type { Query } from "../../kernel/resource/list-conditions.ts";
import { fixDigits, selectFrom } from "../../kernel/resource/record.ts";
import type { Services } from "../../kernel/services.ts";
import { createTenant, type NewTenant } from "./create-tenant.ts";

type Figures = { subscribers: number; plan: null; mrr: string; last_activity_at: string | null };

/** What tenants use: customers that are not gone, what their packages bring a month, when somebody last wrote. */
async function withUsage(sql: Sql, tenants: readonly Row[]): Promise<Row[]> {
  if (tenants.length === 0) return [];
  const rows = await sql<
    { id: string; subscribers: number; mrr: string; currency: string; last_activity_at: string | null }[]
  >`
    select t.id, s.currency, coalesce(c.subscribers, 0) as subscribers, coalesce(c.mrr, 0)::numeric(18, 3)::text as mrr,
      (select max(a."timestamp") from audit_logs a where a.tenant_id = t.id) as last_activity_at
    from tenants t join company_settings s on s.tenant_id = t.id
      left join lateral (
        select count(*) filter (where c.status <> 'TERMINATED')::int as subscribers,
          sum(greatest(p.price - coalesce(c.discount, 0), 0)) filter (where c.status = 'ACTIVE') as mrr
        from customers c left join packages p on p.id = c.package and p.tenant_id = c.tenant_id
        where c.tenant_id = t.id) c on true
    where t.id in ${sql(tenants.map((tenant) => String(tenant.id)))}`;
  const figures = new Map(
    rows.map(({ id, subscribers, mrr, currency, last_activity_at }): [string, Figures] => [
      id,
      { subscribers, plan: null, mrr: fixDigits(mrr, currencyDigits(currency)), last_activity_at },
    ]),
  );
  return tenants.map((tenant) => ({ ...tenant, ...figures.get(String(tenant.id)) }));
}

async function readTenant(services: Services, id: string): Promise<Row> {
  const sql = services.db.platform;
  const { columns, from } = selectFrom(sql, tenantResource);
  const [row] = isId(id) ? await sql<Row[]>`select ${columns} from ${from} where t.id = ${id}` : [];
  if (!row) throw new Failure("NOT_FOUND", "There is no such tenant");
  return row;
}

/** @throws Failure NOT_FOUND, STALE_VERSION, DUPLICATE. */
async function updateTenant({ services, call, body, params }: RouteRequest<Row>): Promise<Row> {
  const before = await readTenant(services, params.id ?? "");
  const id = String(before.id);
  if (Object.keys(body).length === 0) return before;
  const match = call.if_match === null ? 0 : call.if_match;
  try {
    await transaction(services.db.platform_transactions, async (tx) => {
      const changed = await tx`update tenants set ${tx(body)}
        where id = ${id} and (${call.if_match === null} or version = ${match}) returning id`;
      if (changed.length === 0) throw new Failure("STALE_VERSION");
      const change = { id, before, after: { ...before, ...body } };
      await writeAudit(tx, id, call, [{ act: { on: tenantResource, name: "tenant.update" }, ...change }]);
    });
  } catch (error) {
    throw toFailure(error);
  }
  // Streams ask again who they serve: those of a tenant that is inactive now end.
  services.notices.committed(id, new Set(["staff_memberships"]));
  return readTenant(services, id);
}

interface Kind {
  path: string;
  /** For generated clients: "Tenant" makes listTenants, createTenant, … */
  name: string;
  thing: string;
  answer: Route["output"];
  list: Route["output"];
  /** Adds what this kind of answer has beside the tenant's own fields. */
  enrich(sql: Sql, tenants: readonly Row[]): Promise<Row[]>;
}

function tenantRoutes(kind: Kind): Route[] {
  const { path, name, thing, answer, list, enrich } = kind;
  const common = { area: "identity", permission: "superuser" } as const;
  const one = async (services: Services, id: string) =>
    (await enrich(services.db.platform, [await readTenant(services, id)]))[0];
  return [
    route({
      ...common,
      method: "GET",
      path: `/${path}/`,
      operation_id: `list${name}s`,
      summary: `List: ${thing}`,
      query: tenantListQuery,
      output: list,
      handler: async ({ services, query, origin }) => {
        const url = `${origin}/api/v1/${path}/`;
        const found = await transaction(services.db.platform_transactions, (tx) =>
          listRecords(tx, { resource: tenantResource, query: query as Query, url, tenant: null }),
        );
        return { ...found, results: await enrich(services.db.platform, found.results) };
      },
    }),
    route({
      ...common,
      method: "POST",
      path: `/${path}/`,
      operation_id: `create${name}`,
      summary: "Create a tenant with its owner",
      body: createTenantBody,
      output: answer,
      status: 201,
      failures: ["DUPLICATE"],
      handler: async ({ services, call, body }) =>
        one(services, (await createTenant(services, body as unknown as NewTenant, call)).id),
    }),
    route({
      ...common,
      method: "GET",
      path: `/${path}/{id}/`,
      operation_id: `get${name}`,
      summary: `One: ${thing}`,
      output: answer,
      handler: ({ services, params }) => one(services, params.id ?? ""),
    }),
    route({
      ...common,
      method: "PATCH",
      path: `/${path}/{id}/`,
      operation_id: `update${name}`,
      summary: `Change: ${thing}`,
      body: updateTenantBody,
      output: answer,
      failures: ["DUPLICATE", "STALE_VERSION"],
      handler: async (request) =>
        (await enrich(request.services.db.platform, [await updateTenant(request as RouteRequest<Row>)]))[0],
    }),
  ];
}

export const tenantsRoutes: readonly Route[] = [
  ...tenantRoutes({
    path: "tenants",
    name: "Tenant",
    thing: "A provider that uses this installation",
    answer: tenantAnswer,
    list: tenantListAnswer,
    enrich: async (_sql, tenants) => [...tenants],
  }),
  ...tenantRoutes({
    path: "saas/tenants",
    name: "SaasTenant",
    thing: "A tenant with its usage",
    answer: tenantUsageAnswer,
    list: tenantUsageListAnswer,
    enrich: withUsage,
  }),
];
