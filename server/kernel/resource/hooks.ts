// What a resource adds to the plain writes: checks and consequences that its declaration can't say.
import type { RecordOf, Resource } from "../../../shared/kernel/resource.ts";
import type { OperationContext } from "../operation/context.ts";
import type { Draft } from "./draft.ts";

export type Awaitable<T> = T | Promise<T>;

/** Hooks run in the write's own transaction: what they throw undoes the write. */
export interface Hooks<R extends Resource = Resource> {
  create?: {
    /** Last word on a new record: checks it, adds what the server gives. */
    before?(ctx: OperationContext, draft: Draft<R>): Awaitable<Draft<R>>;
    /** What follows from it. */
    after?(ctx: OperationContext, record: RecordOf<R>): Awaitable<unknown>;
  };
  update?: {
    /** Last word on a change of the locked record. When it answers no field, nothing is written. */
    before?(ctx: OperationContext, draft: Draft<R>, record: RecordOf<R>): Awaitable<Draft<R>>;
    /** What follows from it; `draft` is what was asked for. */
    after?(
      ctx: OperationContext,
      record: RecordOf<R>,
      before: RecordOf<R>,
      draft: Draft<R>,
    ): Awaitable<unknown>;
  };
  delete?: {
    /** Throws what forbids the deletion, and does what goes with it. */
    before?(ctx: OperationContext, record: RecordOf<R>): Awaitable<unknown>;
  };
}
