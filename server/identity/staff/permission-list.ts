// The permissions that roles are made of.
import { permissionListAnswer, permissionListQuery } from "../../../shared/identity/permission-list.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import { allPermissions } from "../../../shared/kernel/registry.ts";
import { route } from "../../kernel/area.ts";
import { PAGE_SIZE_MAX } from "../../kernel/resource/list/list.ts";

const PATH = "/permissions/";

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
    const text = query.search?.toLowerCase() ?? "";
    const found = allPermissions().filter(
      ({ code, module, description }) =>
        (query.code === undefined || code === query.code) &&
        (query.module === undefined || module === query.module) &&
        `${code} ${description}`.toLowerCase().includes(text),
    );
    const [page, size] = [Number(query.page ?? 1), Number(query.page_size ?? PAGE_SIZE_MAX)];
    if (size > PAGE_SIZE_MAX) throw invalid("page_size", `A whole number from 1 to ${PAGE_SIZE_MAX}`);
    const results = found.slice((page - 1) * size, page * size);
    const url = (number: number) =>
      `${origin}/api/v1${PATH}?${new URLSearchParams({ ...query, page: String(number) })}`;
    return {
      count: found.length,
      next: page * size < found.length ? url(page + 1) : null,
      previous: page > 1 ? url(page - 1) : null,
      results,
    };
  },
});
