// `npm run draft-sql <resource>`: the first draft of a resource's migration, from its declaration. What no declaration knows
// (rules over several columns, unique keys, further defaults) is added by hand.
import { fileURLToPath } from "node:url";
import { fieldsOf, type Resource } from "../../shared/kernel/resource.ts";
import { RESOURCES } from "../../shared/resources.ts";
import { SQL_TYPES } from "../kernel/resource/column-types.ts";
import { hasSearchIndex } from "../kernel/resource/list/search.ts";

const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;
const RESERVED = ["user", "timestamp", "order", "from", "to"];
const columnName = (name: string) => (RESERVED.includes(name) ? `"${name}"` : name);

/** The column's default, as SQL writes it; an empty text is none. */
function defaultOf(initial: unknown): string[] {
  if (initial === undefined || initial === null || initial === "") return [];
  if (typeof initial === "number" || typeof initial === "boolean") return [`default ${initial}`];
  return [`default ${quoted(typeof initial === "object" ? JSON.stringify(initial) : initial)}`];
}

function columnLines(resource: Resource): string[] {
  return fieldsOf(resource).map(([name, { kind, nullable, secret, initial, choices }]) => {
    if (secret) return `${name}_encrypted bytea`;
    const type = kind === "count" ? "int" : SQL_TYPES[kind];
    return [
      `${columnName(name)} ${type}`,
      ...(nullable ? [] : ["not null"]),
      ...defaultOf(initial),
      ...(choices ? [`check (${columnName(name)} in (${choices.map(quoted).join(", ")}))`] : []),
    ].join(" ");
  });
}

/** Resources that are views: the table that holds their ids. */
const TABLE_OF_VIEW = new Map([["staff", "staff_profiles"]]);

function foreignKeys(resource: Resource, all: readonly Resource[]): string[] {
  return fieldsOf(resource).flatMap(([name, { references, outlived }]) => {
    const target = all.find((other) => other.name === references);
    if (target?.of_platform) return [`foreign key (${columnName(name)}) references ${target.table} (id)`];
    if (!target) return [];
    const table = TABLE_OF_VIEW.get(target.table) ?? target.table;
    const gone = outlived ? ` on delete set null (${columnName(name)})` : "";
    return [`foreign key (tenant_id, ${columnName(name)}) references ${table} (tenant_id, id)${gone}`];
  });
}

/** The columns of the list's own order, as an index has them. */
const orderColumns = ({ order }: Resource) =>
  [...order, order[0]?.startsWith("-") ? "-id" : "id"].map((term) =>
    term.startsWith("-") ? `${columnName(term.slice(1))} desc` : columnName(term),
  );

/** @param all the resources that it may refer to. */
export function draftSql(resource: Resource, all: readonly Resource[]): string {
  const { table, summary, search, large } = resource;
  const { of_platform } = resource;
  const lines = [
    ...(of_platform
      ? ["id uuid primary key"]
      : ["tenant_id uuid not null references tenants (id)", "id uuid not null"]),
    ...columnLines(resource),
    ...(of_platform ? [] : ["primary key (tenant_id, id)"]),
    ...fieldsOf(resource).flatMap(([name, { numbered }]) =>
      numbered ? [`unique (tenant_id, ${name})`] : [],
    ),
    ...foreignKeys(resource, all),
  ];
  const order = orderColumns(resource).join(", ");
  const indexes = ["", ...(large?.filters ?? []).map((filter) => `${columnName(filter)}, `)];
  return [
    `-- ${summary}.`,
    `create table ${table} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n);`,
    `select ${of_platform ? "secure_platform_resource" : "secure_resource"}('${table}');`,
    ...indexes.map(
      (filter) => `create index on ${table} (${of_platform ? "" : "tenant_id, "}${filter}${order});`,
    ),
    ...(hasSearchIndex(resource)
      ? [
          `select make_searchable('${table}', ${search.map(quoted).join(", ")});`,
          `alter index ${table}_search set (gin_pending_list_limit = 1024);`,
        ]
      : []),
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all: readonly Resource[] = RESOURCES;
  const found = all.find(({ name }) => name === process.argv[2]);
  process.stdout.write(
    found ? draftSql(found, all) : `Name one of: ${all.map(({ name }) => name).join(", ")}\n`,
  );
  process.exitCode = found ? 0 : 1;
}
