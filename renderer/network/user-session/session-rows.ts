// Sessions as the list shows them: who is on from the replica, how fast from the server's newest answer. Pure.
import type { UserSession } from "../../../shared/network/index.ts";

export interface SessionRow extends UserSession {
  readonly customer_name: string | null;
  readonly router_name: string | null;
}

type Displayed = UserSession & {
  readonly customer_name?: string | null;
  readonly router_name?: string | null;
};

type Names = ReadonlyMap<string, { readonly name: string }>;

/**
 * Which sessions there are is the replica's word: it hears of each that comes or goes. Counters are replicated only then,
 * so where the server answered later for the same session, its figures count.
 */
export function sessionRows(
  local: readonly Displayed[],
  answered: readonly Displayed[],
  { routers, customers }: Readonly<Record<"routers" | "customers", Names>>,
): SessionRow[] {
  const newer = new Map(answered.map((session) => [session.id, session]));
  return local.map((session) => {
    const fresh = newer.get(session.id);
    const best = fresh && fresh.observed_at > session.observed_at ? { ...session, ...fresh } : session;
    const router_name = best.router_name ?? routers.get(best.router)?.name ?? null;
    const customer_name = best.customer_name ?? customers.get(best.customer ?? "")?.name ?? null;
    return { ...best, router_name, customer_name };
  });
}

/** Sessions that hold every word in username, customer, address or router. */
export function matching(rows: readonly SessionRow[], query: string): readonly SessionRow[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ username, customer_name, ip_address, mac_address, router_name }) => {
    const text = [username, customer_name, ip_address, mac_address, router_name].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Seconds that the session is up at an instant: counted on from when it was seen, while that is not long ago. */
export function uptimeAt(session: Pick<UserSession, "started_at" | "uptime_seconds">, now: number): number {
  if (!session.started_at) return session.uptime_seconds;
  return Math.max(session.uptime_seconds, Math.round((now - Date.parse(session.started_at)) / 1000));
}

/** The oldest look among rows: what the whole list can claim. */
export function oldestLook(rows: readonly UserSession[]): string | null {
  return rows.reduce<string | null>(
    (oldest, { observed_at }) => (oldest === null || observed_at < oldest ? observed_at : oldest),
    null,
  );
}
