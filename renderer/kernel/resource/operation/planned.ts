// What an operation will change of its record, told before it is done, by the rule that says what it will leave. Pure.
import { Failure } from "../../../../shared/kernel/failure.ts";
import type { FieldKind } from "../../../../shared/kernel/field.ts";
import type { Operation } from "../../../../shared/kernel/operation.ts";
import { fieldsOf } from "../../../../shared/kernel/resource.ts";
import { effectsOf, type RuleContext } from "../../expected/rules.ts";
import { type AnyRecord, isMissing } from "../fields.ts";
import type { Input } from "./use-operate.ts";

export interface Planned {
  /** Fields that will differ, with what they will hold; without those that only repeat the input. */
  readonly changes: Input;
  /** Why the server would refuse it. */
  readonly problem: Failure | null;
}

const NOTHING: Planned = { changes: {}, problem: null };

const NUMBERS: readonly FieldKind[] = ["money", "decimal", "count"];
const TEXTS: readonly FieldKind[] = ["text", "prose"];

function same(kind: FieldKind, one: unknown, other: unknown): boolean {
  if (isMissing(one) || isMissing(other)) return isMissing(one) && isMissing(other);
  return NUMBERS.includes(kind) ? Number(one) === Number(other) : one === other;
}

/** Whether the form shows it as it will be; of a number it says by how much, or what it is counted from. */
function isSaid(input: Input, name: string, kind: FieldKind, after: unknown): boolean {
  if (NUMBERS.includes(kind)) return false;
  return input[name] === after || (TEXTS.includes(kind) && Object.values(input).includes(after));
}

/**
 * What an operation with this input will change of a record; nothing while the input is not whole, or where no rule tells.
 * @param input As it would be sent, without the record's id.
 */
export function planned(
  operation: Operation,
  record: AnyRecord,
  input: Input,
  context: RuleContext,
): Planned {
  const { on, verb } = operation;
  if (verb !== null || !operation.input.safeParse(input).success) return NOTHING;
  try {
    const effects = effectsOf(operation, { ...input, id: record.id }, record, context);
    const own = effects.find(({ id, collection, change }) => {
      return id === record.id && collection === on.collection && change === "changed";
    });
    const after = own?.values ?? {};
    const changed = fieldsOf(on).filter(([name, { kind, secret }]) => {
      if (secret || kind === "json" || !Object.hasOwn(after, name)) return false;
      if (same(kind, record[name], after[name])) return false;
      return !isSaid(input, name, kind, after[name]);
    });
    return { changes: Object.fromEntries(changed.map(([name]) => [name, after[name]])), problem: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // What is typed is not right yet: its fields say so when it is sent.
    return error.code === "VALIDATION" ? NOTHING : { changes: {}, problem: error };
  }
}
