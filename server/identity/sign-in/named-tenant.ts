// Which tenant a request means that carries no token (contract §2).
import type { Sql } from "../../kernel/db/db.ts";

/** A Host header as domains are kept: without port or final dot, in lower case. Browsers write other scripts in punycode. */
const hostName = (host: string | undefined) =>
  (host ?? "").replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();

/** The subdomain that the request's host names: `demo` of `demo.isp.example`; null for plain hosts and addresses. */
function subdomainOf(host: string | undefined): string | null {
  const name = hostName(host);
  const labels = name.split(".");
  return labels.length > 1 && !/^[\d.[\]:]+$/.test(name) ? (labels[0] ?? null) : null;
}

/**
 * Id of the tenant that a caller who is not signed in means: the subdomain that they named, else the host's: a
 * verified domain of its own, or its subdomain.
 * @returns undefined when neither names one, null when the named one does not exist.
 */
export async function namedTenant(
  sql: Sql,
  named: string | null | undefined,
  host: string | undefined,
): Promise<string | null | undefined> {
  const find = async (subdomain: string) => {
    const [row] = await sql<
      { id: string }[]
    >`select id from tenants where subdomain = ${subdomain.toLowerCase()}`;
    return row?.id ?? null;
  };
  if (named) return find(named);
  const [own] = await sql<{ id: string }[]>`
    select v.tenant as id from claimed_domains v join tenant_domains d on d.tenant_id = v.tenant and d.id = v.record
    where v.domain = ${hostName(host)} and d.is_verified and d.is_active`;
  if (own) return own.id;
  const fromHost = subdomainOf(host);
  return (fromHost && (await find(fromHost))) ?? undefined;
}
