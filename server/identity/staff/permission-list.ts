// The permissions that roles are made of.
import {
  listed,
  PERMISSION_FIELDS,
  type PermissionListQuery,
  permissionListAnswer,
  permissionListQuery,
} from "../../../shared/identity/permission-list.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import type { Permission } from "../../../shared/kernel/permission.ts";
import { allPermissions } from "../../../shared/kernel/registry.ts";
import { route } from "../../kernel/area.ts";
import { PAGE_SIZE_MAX } from "../../kernel/resource/list/request.ts";

const PATH = "/permissions/";

/** Whether a permission is asked for by a list's filters and search. */
function isAsked(query: PermissionListQuery): (permission: Permission) => boolean {
  const text = query.search?.toLowerCase() ?? "";
  const fits = (value: string, equal: string | readonly string[] = value, among = value) =>
    [equal].flat().includes(value) && listed(among).includes(value);
  return ({ code, name, module, description }) =>
    fits(code, query.code, query.code__in) &&
    fits(module, query.module, query.module__in) &&
    [code, name, description].some((said) => said.toLowerCase().includes(text));
}

/** @throws Failure VALIDATION for a field that does not exist. */
function inOrder(found: readonly Permission[], ordering = ""): readonly Permission[] {
  const terms = ordering
    .split(",")
    .filter(Boolean)
    .map((term) => {
      const name = PERMISSION_FIELDS.find((field) => field === term.replace(/^-/, ""));
      if (!name) throw invalid("ordering", `Can't sort by ${term.slice(0, 50)}`, "UNSORTABLE");
      return { name, sign: term.startsWith("-") ? -1 : 1 };
    });
  return found.toSorted((a, b) => {
    const term = terms.find(({ name }) => a[name] !== b[name]);
    return term ? (a[term.name] < b[term.name] ? -term.sign : term.sign) : 0;
  });
}

export const permissionsRoute = route({
  method: "GET",
  path: PATH,
  operation_id: "listPermissions",
  summary: "List: permissions",
  area: "identity",
  permission: "identity.permission.view",
  query: permissionListQuery,
  output: permissionListAnswer,
  handler: async ({ query, origin }) => {
    const found = inOrder(allPermissions().filter(isAsked(query)), query.ordering);
    const [page, size] = [Number(query.page ?? 1), Number(query.page_size ?? PAGE_SIZE_MAX)];
    if (size > PAGE_SIZE_MAX) throw invalid("page_size", `A whole number from 1 to ${PAGE_SIZE_MAX}`);
    const results = found.slice((page - 1) * size, page * size);
    const { page: _page, ...asked } = query;
    const given = Object.entries(asked).flatMap(([name, value]) =>
      [value].flat().map((text): [string, string] => [name, text]),
    );
    const url = (number: number) =>
      `${origin}/api/v1${PATH}?${new URLSearchParams([...given, ["page", String(number)]])}`;
    return {
      count: found.length,
      next: page * size < found.length ? url(page + 1) : null,
      previous: page > 1 ? url(page - 1) : null,
      results,
    };
  },
});
