// What an operation will leave: the plain verbs by their declaration, every other by the one rule that its area hands in.
import type { Day } from "../../../shared/kernel/day.ts";
import type { Operation, PayloadOf } from "../../../shared/kernel/operation.ts";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { RecordOf, Resource } from "../../../shared/kernel/resource.ts";
import type { QueuedCommand, Replica } from "../replica/index.ts";
import { changed, created, deleted, edited, type Moment, type Values } from "./drafts.ts";
import { type Effect, effectsOnRecord, layOver } from "./effects.ts";

export interface RuleContext extends Moment {
  readonly today: Day;
  /** Decimals of the tenant's currency. */
  readonly digits: number;
  /** The command's id. */
  readonly command: string;
  /** The tenant's settings, as far as they are known here. */
  readonly settings?: Values;
  /** Whether the signed-in person has a right; unknown without one. */
  readonly can?: (permission: PermissionCode) => boolean;
}

type ResourceOf<O extends Operation> = O["on"] extends infer R extends Resource ? R : never;

/**
 * What an operation changes of its record, as the server would.
 * @throws Failure as the server would: nothing is sent then, and the form says it.
 */
export type Rule<O extends Operation> = (
  record: RecordOf<ResourceOf<O>>,
  input: PayloadOf<O>,
  context: RuleContext,
) => Partial<RecordOf<ResourceOf<O>>>;

/** What an operation leaves beside its record, where that is more than the part that it is declared to add. */
type Further<O extends Operation> = (
  record: RecordOf<ResourceOf<O>>,
  input: PayloadOf<O>,
  context: RuleContext,
) => readonly Effect[];

/** An operation with its rule. */
export interface Expectation {
  readonly operation: string;
  readonly rule: (record: never, input: never, context: RuleContext) => Values;
  readonly further: ((record: never, input: never, context: RuleContext) => readonly Effect[]) | undefined;
}

/** Declares what an operation is expected to change of the record that it is on. */
export function expect<O extends Operation>(operation: O, rule: Rule<O>, further?: Further<O>): Expectation {
  const made = { rule: rule as Expectation["rule"], further: further as Expectation["further"] };
  return { operation: operation.name, ...made };
}

/** What an operation leaves of the record that its payload names, where no path does: of a new one, `record` is null. */
type OwnRule<O extends Operation> = (
  record: RecordOf<ResourceOf<O>> | null,
  input: PayloadOf<O>,
  context: RuleContext,
) => Partial<RecordOf<ResourceOf<O>>>;

/** Declares what an operation that makes its record, or goes on with it, is expected to leave. */
export function expectOf<O extends Operation>(operation: O, rule: OwnRule<O>): Expectation {
  return { operation: operation.name, rule: rule as Expectation["rule"], further: () => [] };
}

const rules = new Map<string, Expectation>();

/** Makes the areas' rules known; call once before the first render. */
export function knowExpectations(expectations: readonly Expectation[]): void {
  for (const expectation of expectations) rules.set(expectation.operation, expectation);
}

/** What a command will leave of its record; nothing where the record is not here or there is no rule. Pure. */
export function effectsOf(
  operation: Operation,
  payload: Values,
  record: { readonly id: string } | null,
  context: RuleContext,
): readonly Effect[] {
  const { on, verb, name, adds } = operation;
  switch (verb) {
    case "create":
      return [created(on, payload, context)];
    case "update":
      return [edited(on, payload)];
    case "delete":
      return [deleted(on, String(payload.id))];
    case null: {
      const known = rules.get(name);
      if (!record) {
        if (operation.on_record || !known) return [];
        return [
          created(on, { ...payload, ...known.rule(null as never, payload as never, context) }, context),
        ];
      }
      // Record and input are what `expect` has tied the rule to.
      const given = [record as never, payload as never, context] as const;
      const part = { ...payload, [adds?.parent?.via ?? ""]: record.id, id: context.command };
      const added = adds ? [created(adds, part, context)] : [];
      return [
        ...(known ? [changed(on, record.id, known.rule(...given))] : []),
        ...(known?.further?.(...given) ?? added),
      ];
    }
  }
}

/** The same, on the record as it will be once the open commands are through. */
export async function expectedEffects(
  replica: Pick<Replica, "get"> & { readonly open$: { getSnapshot(): readonly QueuedCommand[] } },
  operation: Operation,
  payload: Values,
  context: RuleContext,
): Promise<readonly Effect[]> {
  const { collection } = operation.on;
  if (operation.verb !== null || typeof payload.id !== "string")
    return effectsOf(operation, payload, null, context);
  const waiting = effectsOnRecord(replica.open$.getSnapshot(), collection, payload.id);
  const record = layOver(await replica.get(collection, payload.id), waiting);
  return effectsOf(operation, payload, record, context);
}
