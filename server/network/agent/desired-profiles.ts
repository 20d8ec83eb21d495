// The packages' profiles as a router should hold them: of PPP, and of hotspot users where it has such customers.
import type { DesiredProfile, RateLimit } from "../../../shared/network/agent-wire.ts";
import type { Fragment } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

/** A package's speed as it is stored. */
export interface PackageRate {
  bandwidth_mbps: string | null;
  upload_mbps: string | null;
  burst: string | null;
}

const kbps = (mbps: string): number => Math.max(1, Math.round(Number(mbps) * 1000));

export function rateOf({ bandwidth_mbps, upload_mbps, burst }: PackageRate): RateLimit {
  const download = bandwidth_mbps ?? "0";
  return {
    upload_kbps: kbps(upload_mbps ?? download),
    download_kbps: kbps(download),
    ...(burst ? { burst } : {}),
  };
}

interface ProfileRow extends PackageRate {
  id: string;
  router_profile: string;
  address_pool: string | null;
  queue_type: string | null;
  /** Some hotspot customer of the router is on it, or was. */
  has_hotspot: boolean;
  written: string | null;
  /** What was written of pool and queue type last, by connection. */
  given: Partial<
    Record<DesiredProfile["connection"], { address_pool: string | null; queue_type: string | null }>
  >;
}

/**
 * Profiles by name and kind: the one of the oldest active package of a name, which stands for it, and those of the others
 * that share the name, so that the plan says where they want another speed. A package that is not offered any more counts
 * for the customers that it still has on the router.
 * @param of the packages that are asked for, where only some of those that share a name are.
 */
export async function profilesFor(
  ctx: OperationContext,
  router: string,
  which: Fragment,
  of: readonly string[] | null = null,
): Promise<DesiredProfile[]> {
  const { tx, tenant } = ctx;
  const rows = await tx<ProfileRow[]>`
    with named as (
      select p.id, p.router_profile, p.burst, p.address_pool, p.queue_type, p.upload_mbps, p.bandwidth_mbps, p.is_active,
        row_number() over (partition by p.router_profile order by p.is_active desc, p.created_at, p.id) as place,
        (select coalesce(jsonb_object_agg(g.connection, to_jsonb(g)), '{}') from router_profiles g
          where g.tenant_id = ${tenant.id} and g.router = ${router} and g.name = p.router_profile) as given,
        h.rate_limit as written, h.name is not null or exists (select from customers c where c.tenant_id = ${tenant.id}
          and c.package = p.id and c.router = ${router} and c.connection_type = 'HOTSPOT') as by_hotspot
      from packages p
        left join router_hotspot_profiles h
          on h.tenant_id = p.tenant_id and h.router = ${router} and h.name = p.router_profile
      where p.tenant_id = ${tenant.id} and ${which}
    )
    select id, router_profile, burst, address_pool, queue_type, upload_mbps, bandwidth_mbps, written, given,
      bool_or(by_hotspot) over (partition by router_profile) as has_hotspot
    from named
    where place = 1 or ((${of}::uuid[] is null or id = any(${of}::uuid[])) and (is_active or exists (
      select from customers c where c.tenant_id = ${tenant.id} and c.package = named.id and c.router = ${router})))
    order by router_profile, place`;
  return rows.flatMap((row): DesiredProfile[] => {
    const { id: package_id, router_profile: name, address_pool, queue_type, has_hotspot, written } = row;
    const profile = { package_id, name, rate_limit: rateOf(row), address_pool, queue_type };
    const known = (connection: DesiredProfile["connection"]) => ({
      connection,
      known_address_pool: row.given[connection]?.address_pool ?? null,
      known_queue_type: row.given[connection]?.queue_type ?? null,
    });
    const ppp = { ...profile, ...known("PPPOE") };
    return has_hotspot ? [ppp, { ...profile, ...known("HOTSPOT"), written }] : [ppp];
  });
}
