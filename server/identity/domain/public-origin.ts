// What links and callback addresses of a company begin with (outside O1.5).
import type { Sql, Tx } from "../../kernel/db/db.ts";

/**
 * @param public_url LASTMILE_PUBLIC_URL; null: it is not set.
 * @param asked the origin that the request was sent to.
 * @returns the company's primary verified domain over https, else `public_url`, else `asked`; without a final slash.
 */
export async function publicOrigin(
  sql: Sql | Tx,
  tenant: string,
  public_url: string | null,
  asked: string,
): Promise<string> {
  const [own] = await sql<{ domain: string }[]>`
    select domain from tenant_domains where tenant_id = ${tenant} and is_primary and is_verified and is_active`;
  return own ? `https://${own.domain}` : (public_url ?? asked);
}
