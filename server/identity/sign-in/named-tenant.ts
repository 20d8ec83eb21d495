// Which tenant a request means that carries no token (contract §2).
import type { Sql } from "../../kernel/db/db.ts";

/** The subdomain that the request's host names: `demo` of `demo.isp.example`; null for plain hosts and addresses. */
function subdomainOf(host: string | undefined): string | null {
  const name = (host ?? "").replace(/:\d+$/, "").toLowerCase();
  const labels = name.split(".");
  return labels.length > 1 && !/^[\d.[\]:]+$/.test(name) ? (labels[0] ?? null) : null;
}

/**
 * Id of the tenant that somebody who is not signed in means: the subdomain that he named, else the host's.
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
  const fromHost = subdomainOf(host);
  return (fromHost && (await find(fromHost))) ?? undefined;
}
