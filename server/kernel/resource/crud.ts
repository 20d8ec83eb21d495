// The plain verbs of a resource, made from its declaration and its hooks.
import { operation } from "../../../shared/kernel/operation.ts";
import {
  createSchema,
  permissionOf,
  type Resource,
  recordSchema,
  updateSchema,
} from "../../../shared/kernel/resource.ts";
import { type Implementation, implement } from "../operation/run-operation.ts";
import type { Hooks } from "./hooks.ts";
import { createRecord, deleteRecord, updateRecord } from "./write-record.ts";

/** The create, update and delete operations that the declaration's verbs name. */
export function crudOperations<R extends Resource>(
  resource: R,
  hooks: Hooks<R> = {},
  commands: readonly ("create" | "update")[] = [],
): Implementation[] {
  const common = { area: resource.area, output: recordSchema(resource) };
  const { failures: own = {} } = hooks;
  const made: Implementation[] = [];
  if (resource.verbs.includes("create")) {
    const declared = operation({
      ...common,
      name: `${resource.name}.create`,
      summary: `Create: ${resource.summary}`,
      method: "POST",
      path: `/${resource.path}/`,
      permission: permissionOf(resource, "create"),
      input: createSchema(resource),
      status: 201,
      failures: ["DUPLICATE", ...(own.create ?? [])],
      command: commands.includes("create"),
    });
    made.push(implement(declared, (ctx, input) => createRecord(ctx, resource, input, hooks.create)));
  }
  if (resource.verbs.includes("update")) {
    const declared = operation({
      ...common,
      name: `${resource.name}.update`,
      summary: `Change: ${resource.summary}`,
      method: "PATCH",
      path: `/${resource.path}/{id}/`,
      permission: permissionOf(resource, "update"),
      input: updateSchema(resource),
      failures: ["NOT_FOUND", "DUPLICATE", "STALE_VERSION", ...(own.update ?? [])],
      command: commands.includes("update"),
    });
    made.push(implement(declared, (ctx, input, id) => updateRecord(ctx, resource, id, input, hooks.update)));
  }
  if (resource.verbs.includes("delete")) {
    const declared = operation({
      area: resource.area,
      name: `${resource.name}.delete`,
      summary: `Delete: ${resource.summary}`,
      method: "DELETE",
      path: `/${resource.path}/{id}/`,
      permission: permissionOf(resource, "delete"),
      input: updateSchema(resource).partial().pick({}),
      status: 204,
      failures: ["NOT_FOUND", "IN_USE", "STALE_VERSION", ...(own.delete ?? [])],
    });
    made.push(implement(declared, (ctx, _input, id) => deleteRecord(ctx, resource, id, hooks.delete)));
  }
  return made;
}
