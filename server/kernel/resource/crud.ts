// The handlers of a resource's plain verbs, made from its declaration and its hooks.
import type { z } from "zod";
import type { Operation } from "../../../shared/kernel/operation.ts";
import type { PlainVerb, Resource } from "../../../shared/kernel/resource.ts";
import { type Handler, type Implementation, implement } from "../operation/run-operation.ts";
import type { Draft } from "./draft.ts";
import type { Hooks } from "./hooks.ts";
import { createRecord, deleteRecord, updateRecord } from "./write-record.ts";

type Verbs<R extends Resource> = Readonly<
  Partial<Record<PlainVerb, Operation<z.ZodType, string, string | null, boolean, boolean, R>>>
>;

/** Implements the plain verbs as they are declared (`plainOperations`). */
export function crudOperations<R extends Resource>(
  verbs: Verbs<R>,
  hooks: Hooks<NoInfer<R>> = {},
): Implementation[] {
  const handlers: Readonly<Record<PlainVerb, (on: R) => Handler<Draft<R>>>> = {
    create: (on) => (ctx, input) => createRecord(ctx, on, input, hooks.create),
    update: (on) => (ctx, input, id) => updateRecord(ctx, on, id, input, hooks.update),
    delete: (on) => (ctx, _input, id) => deleteRecord(ctx, on, id, hooks.delete),
  };
  return Object.values(verbs).flatMap((operation) =>
    operation.verb ? [implement(operation, handlers[operation.verb](operation.on) as Handler<unknown>)] : [],
  );
}
