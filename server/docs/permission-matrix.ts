// The permission matrix as a page: every route, the right that it asks for, and which default roles have it.
import { DEFAULT_ROLES } from "../../shared/identity/default-roles.ts";
import { AREAS } from "../areas.ts";
import { openApiDocument } from "../kernel/openapi/document.ts";
import { EXAMPLES } from "./examples.ts";

interface Described {
  tags?: string[];
  security?: unknown[];
  "x-permission"?: string;
}

/** Routes that answer for the whole tenant, where the right to one's own is not enough. */
const OF_ALL = new Set(
  AREAS.flatMap(({ routes }) =>
    routes.filter(({ is_of_all }) => is_of_all).map(({ method, path }) => `${method} ${path}`),
  ),
);

interface Line {
  tag: string;
  route: string;
  permission: string | null;
  is_public: boolean;
}

function lines(): Line[] {
  const { paths } = openApiDocument(AREAS, EXAMPLES) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags?.[0] ?? "",
      route: `${method.toUpperCase()} ${path.replace("/api/v1", "")}`,
      permission: described["x-permission"] ?? null,
      is_public: described.security?.length === 0,
    })),
  );
}

const INTRODUCTION = `# Permission matrix

Every route of the API, the right that it asks for, and which default roles of a new tenant have it (●), or have it for their own
records alone (○). Made by \`npm run docs\`;
a test compares it with the program, and another one calls each route with each role. Who reads a change of this page decides
whether that role should be able to do that.

- "anybody": without signing in. "signed in": every member of staff. "super administrator": nobody in a tenant.
- A right says that a route may be called. What some values of a body need beside it (money below price, terms, what is owed by hand) is
  in the description of the operation.
- Desktops send the same operations as commands, under the same rights.
`;

/** What a role gets of a route, by the right that it asks for: all, its own records alone, or nothing. */
export function grantOf(
  permissions: readonly string[],
  { route, permission }: { route: string; permission: string | null },
): "●" | "○" | "" {
  if (permission === null || permissions.includes(permission)) return "●";
  const isOfOwn = permission.endsWith(".view") && permissions.includes(`${permission}_own`);
  return isOfOwn && !OF_ALL.has(route) ? "○" : "";
}

function rowOf({ route, permission, is_public }: Line): string {
  const marks = DEFAULT_ROLES.map(({ permissions }) =>
    grantOf(permissions, { route, permission: is_public ? null : permission }),
  );
  const right = is_public
    ? "anybody"
    : permission === null
      ? "signed in"
      : permission === "superuser"
        ? "super administrator"
        : `\`${permission}\``;
  return `| ${[`\`${route}\``, right, ...marks].join(" | ")} |`;
}

/** The whole page, as docs/permission-matrix.md holds it. */
export function permissionMatrix(): string {
  const names = DEFAULT_ROLES.map(({ name }) => name);
  const head = `| ${["route", "right", ...names].join(" | ")} |\n|---|---|${names.map(() => ":-:|").join("")}`;
  const byTag = new Map<string, Line[]>();
  for (const line of lines()) byTag.set(line.tag, [...(byTag.get(line.tag) ?? []), line]);
  const parts = [...byTag].map(([tag, some]) => `## ${tag}\n\n${head}\n${some.map(rowOf).join("\n")}\n`);
  return [INTRODUCTION, ...parts].join("\n");
}
