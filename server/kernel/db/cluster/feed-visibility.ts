// When the feed of a cluster shows what was committed. A company's rows are numbered by the node where they lie, and on it any
// transaction that goes on holds its readers back, of whatever database: so the node is asked, not the coordinator.
import type { Sql } from "../sql-types.ts";

/** What was committed, and is not told to readers of the feed yet. */
export interface HeldNews {
  /** The company; none on one PostgreSQL, where all news has one bound. */
  company: string;
  payloads: string[];
  /** The feed shows it once its bound has reached this transaction; null: not asked yet. */
  upto: bigint | null;
  /** Where that is counted. */
  place: string;
}

/** How far a company's node has counted, and up to where all of that has ended. */
interface Standing {
  company: string;
  place: string;
  next: string;
  bound: string;
}

const ask = (sql: Sql, companies: readonly string[]): Promise<Standing[]> => sql<Standing[]>`
  select tenant_id as company, place_of(tableoid) as place, pg_snapshot_xmax(pg_current_snapshot())::text as next,
    bound_of_node()::text as bound
  from company_settings where tenant_id = any(${companies as string[]}::uuid[])`;

/** Of each company its node's standing; of one that lies nowhere null, and nothing of those whose node does not answer. */
async function standingsOf(sql: Sql, companies: readonly string[]): Promise<Map<string, Standing | null>> {
  const byCompany = (asked: readonly string[], found: readonly Standing[]) =>
    asked.map((id) => [id, found.find(({ company }) => company === id) ?? null] as const);
  try {
    return new Map(byCompany(companies, await ask(sql, companies)));
  } catch (error) {
    // Whose nodes answer don't wait for one that does not.
    const each = await Promise.allSettled(companies.map(async (id) => byCompany([id], await ask(sql, [id]))));
    const answered = each.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (answered.length === 0) throw error;
    return new Map(answered);
  }
}

/**
 * Which of the news the feed shows by now. That of a company which has come to another node is told at once: its readers
 * are told there what to do.
 */
export async function shownOnNodes(sql: Sql, held: readonly HeldNews[]): Promise<Set<HeldNews>> {
  const standings = await standingsOf(sql, [...new Set(held.map(({ company }) => company))]);
  const isShown = (news: HeldNews) => {
    const now = standings.get(news.company);
    if (now === undefined) return false;
    if (now === null) return true;
    if (news.upto === null) [news.upto, news.place] = [BigInt(now.next), now.place];
    return news.place !== now.place || news.upto <= BigInt(now.bound);
  };
  return new Set(held.filter(isShown));
}
