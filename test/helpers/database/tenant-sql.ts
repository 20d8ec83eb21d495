// The convention of every statement on a tenant's table: it names the tenant, each join between tenants' tables does, and
// a deletion of records tells the replicas; and what a cluster would refuse besides. Held on the SQL that really runs, in
// every test server.
import { openPool } from "../../../server/kernel/db/db.ts";

export interface TenantTables {
  /** Tables and views whose rows are a tenant's. */
  tables: ReadonlySet<string>;
  /** Those of them whose deleted rows replicas have to hear of. */
  replicated: ReadonlySet<string>;
}

/** What a statement over all tenants says of itself, in a comment. */
const EVERY_TENANT = "/* every tenant */";

/** What a cluster's deletion says of itself, whose second statement tells of it (resource/deletions.ts alone). */
const AND_TELLS = "/* and tells */";

/** Reads from the database which tables are tenants': those whose key begins with the tenant, and views over them. */
export async function readTenantTables(url: string): Promise<TenantTables> {
  const sql = openPool(url, null, 1);
  const rows = await sql<{ name: string; is_replicated: boolean }[]>`
    select c.relname as name, c.relkind = 'r' and exists (
        select from pg_attribute x where x.attrelid = c.oid and x.attname = 'changed_xid') as is_replicated
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and (c.relkind = 'v' or i.indkey[0] = a.attnum)`;
  await sql.end();
  const named = (some: typeof rows) => new Set(some.map(({ name }) => name));
  return {
    tables: named(rows),
    // Deletions themselves are no records.
    replicated: named(
      rows.filter(({ name, is_replicated }) => is_replicated && name !== "deletions") as never,
    ),
  };
}

/** What a test asks of the whole database on a server's own connection. The server's statements never say it. */
const OF_A_TEST = "/* a test's own */";

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]+"|\$\d+|[a-z_]\w*|::|<>|[<>!]=|[^\s\w]/gi;
const BEGINS_QUERY = new Set(["select", "with", "insert", "update", "delete", "values"]);
const SETS = new Set(["union", "intersect", "except"]);
/** Words that may stand where an alias would. */
const NO_ALIAS = new Set(
  `where on using set join left right inner outer cross full natural lateral group order limit offset for returning values
   select union intersect except as default having window do overriding with from tablesample conflict and or`.split(
    /\s+/,
  ),
);

type Token = string | Scope;
/** What stands in one pair of parentheses that is a query of its own. */
interface Scope {
  tokens: Token[];
}

const isScope = (token: Token | undefined): token is Scope => typeof token === "object";

function tokensOf(text: string): string[] {
  const found = text.match(TOKEN) ?? [];
  return found.flatMap((token) => {
    if (token.startsWith("--") || token.startsWith("/*")) return [];
    return [token.startsWith('"') ? token.slice(1, -1) : token.toLowerCase()];
  });
}

/** Queries in parentheses become scopes of their own; other parentheses stay where they are. */
function readScope(tokens: readonly string[], from: number): { scope: Scope; next: number } {
  const scope: Scope = { tokens: [] };
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (token === "(" && BEGINS_QUERY.has(tokens[at + 1] ?? "")) {
      const inner = readScope(tokens, at + 1);
      scope.tokens.push(inner.scope);
      at = inner.next;
      continue;
    }
    if (token === "(") depth += 1;
    if (token === ")") {
      if (depth === 0) return { scope, next: at };
      depth -= 1;
    }
    scope.tokens.push(token);
  }
  return { scope, next: tokens.length };
}

interface Relation {
  table: string;
  alias: string;
  at: number;
}

/** Where the query's own tables are named: after from, join, into, update, using, and behind commas of a from list. */
function relationsOf(tokens: readonly Token[]): Relation[] {
  const relations: Relation[] = [];
  let isList = false;
  let depth = 0;
  tokens.forEach((token, at) => {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    const before = tokens[at - 1];
    const begins =
      (token === "from" && before !== "distinct" && depth === 0) ||
      token === "join" ||
      token === "into" ||
      (token === "using" && tokens.includes("delete")) ||
      (token === "update" && before !== "for" && before !== "key" && before !== "do") ||
      (token === "," && isList && depth === 0);
    if (token === "from" && begins) isList = true;
    else if (typeof token === "string" && /^(where|group|order|limit|returning|set|join|on|for)$/.test(token))
      isList = false;
    if (!begins) return;
    const skipped = ["lateral", "only"].includes(String(tokens[at + 1])) ? 1 : 0;
    const table = tokens[at + 1 + skipped];
    if (typeof table !== "string" || !/^\w+$/.test(table)) return;
    const next = tokens[at + 2 + skipped];
    const named = next === "as" ? tokens[at + 3 + skipped] : next;
    const alias = typeof named === "string" && /^\w+$/.test(named) && !NO_ALIAS.has(named) ? named : table;
    relations.push({ table, alias, at });
  });
  return relations;
}

/** The names that a place in the query gives to a tenant: `alias.tenant_id = …`, or plain where there is but one table. */
function saysTenant(tokens: readonly Token[], alias: string, isOnly: boolean, isCompared: boolean): boolean {
  return tokens.some((token, at) => {
    if (token !== "tenant_id") return false;
    const isQualified = tokens[at - 1] === ".";
    if (isQualified ? tokens[at - 2] !== alias : !isOnly) return false;
    if (!isCompared) return true;
    const before = tokens[isQualified ? at - 3 : at - 1];
    return tokens[at + 1] === "=" || tokens[at + 1] === "in" || before === "=";
  });
}

/** Of an insert: its list of columns, and the key that it names as its conflict. */
function insertFault(tokens: readonly Token[], table: string): string | null {
  const from = tokens.indexOf("into") + 2;
  const columns = tokens.slice(from, tokens.indexOf(")", from));
  if (!columns.includes("tenant_id")) return `writes ${table} without its tenant`;
  const conflict = tokens.indexOf("conflict");
  if (conflict < 0 || tokens[conflict + 1] !== "(") return null;
  const end = tokens.indexOf(")", conflict);
  if (!tokens.slice(conflict, end).includes("tenant_id")) return `names a key of ${table} without its tenant`;
  const asksTime = tokens.slice(end).some((token) => token === "now" || token === "clock_timestamp");
  return asksTime
    ? `asks for the time where a row of ${table} is there already, in place of excluded's`
    : null;
}

/** What stands between each of these words that begin and the one that ends it. */
function spans(tokens: readonly Token[], begins: string, opens: string, closes: string): Token[][] {
  return tokens.flatMap((token, from) => {
    if (token !== begins) return [];
    let depth = 0;
    const length = tokens.slice(from).findIndex((one) => {
      if (one === opens) depth += 1;
      if (one === closes) depth -= 1;
      return one === closes && depth === 0;
    });
    return [tokens.slice(from, from + length)];
  });
}

/** Of a change: whether the time is asked for where a value is chosen. */
const choosesTime = (tokens: readonly Token[]): boolean =>
  [...spans(tokens, "coalesce", "(", ")"), ...spans(tokens, "case", "case", "end")]
    .flat()
    .some((token) => token === "now" || token === "clock_timestamp");

/** Whether rows are locked: a cluster does it where each part of the statement says by a value on which node it lies. */
const locks = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => token === "for" && /^(update|no|share|key)$/.test(String(tokens[at + 1])));

/**
 * So many rows are locked by a query in `in (…)`: a plan may ask it again for each row that it compares, and where those are
 * changed already it locks the next ones. A `with` is asked once.
 */
const takesMore = (tokens: readonly Token[]): string[] =>
  tokens.some(
    (token, at) =>
      isScope(token) && tokens[at - 1] === "in" && token.tokens.includes("limit") && locks(token.tokens),
  )
    ? ["may lock more rows than its limit says"]
    : [];

/** Whether `alias`, or the only table, is told its tenant by a value. */
const isTold = (tokens: readonly Token[], alias: string): boolean =>
  tokens.some((token, at) => {
    if (token !== "tenant_id" || (tokens[at - 1] === "." && tokens[at - 2] !== alias)) return false;
    return tokens[at + 1] === "=" && String(tokens[at + 2]).startsWith("$");
  });

function faultsOf(
  scope: Scope,
  known: TenantTables,
  isOverAll: boolean,
  { isWhole = true, isLocked = false } = {},
): string[] {
  const within = { isWhole: false, isLocked: isLocked || locks(scope.tokens) };
  const inner = scope.tokens.filter(isScope).flatMap((one) => faultsOf(one, known, isOverAll, within));
  const queries: Token[][] = [[]];
  for (const token of scope.tokens) {
    if (typeof token === "string" && SETS.has(token)) queries.push([]);
    else queries.at(-1)?.push(token);
  }
  const own = queries.flatMap((tokens) => {
    const relations = relationsOf(tokens);
    const walled = relations.filter(({ table }) => known.tables.has(table));
    return walled.flatMap(({ table, alias, at }, index) => {
      if (tokens[at] === "into") return insertFault(tokens, table) ?? [];
      if (tokens[at] === "update" && choosesTime(tokens))
        return [`changes ${table} and asks for the time within case or coalesce`];
      // A statement over all tenants begins somewhere; the queries within it say whose their rows are.
      const isFirst = isOverAll && index === 0;
      const says = (isFirst && isWhole) || saysTenant(tokens, alias, walled.length === 1, !isFirst);
      if (says && isLocked && !walled.some((one) => isTold(tokens, one.alias)))
        return [`locks rows and reads ${table} by a tenant that is no value`];
      return says ? [] : [`reads ${table}${alias === table ? "" : ` (${alias})`} without its tenant`];
    });
  });
  return [...inner, ...own, ...takesMore(scope.tokens)];
}

/** What is wrong with a statement; nothing for most. */
export function tenantFaults(text: string, known: TenantTables): string[] {
  if (text.includes(OF_A_TEST)) return [];
  const { scope } = readScope(tokensOf(text), 0);
  const faults = faultsOf(scope, known, text.includes(EVERY_TENANT));
  for (const [, table = ""] of text.matchAll(/delete\s+(?:\/\*.*?\*\/\s*)?from\s+"?(\w+)/gi)) {
    if (known.replicated.has(table) && !/insert into deletions/.test(text) && !text.includes(AND_TELLS))
      faults.push(`deletes from ${table} and tells no replica`);
  }
  return faults;
}

/** A check for a test server's database, which remembers what it has seen. */
export function tenantCheck(known: TenantTables): (text: string) => void {
  const seen = new Map<string, string[]>();
  return (text) => {
    const faults = seen.get(text) ?? tenantFaults(text, known);
    seen.set(text, faults);
    if (faults.length > 0) throw new Error(`A statement ${faults.join(", ")}:\n${text}`);
  };
}
