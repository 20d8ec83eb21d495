// Takes the words that are loaded after the sign-in; apart from index.ts, as the first page knows no resource.
import { type FieldKind, metaOf } from "../../../shared/kernel/field.ts";
import { operationsOn } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import type { Dictionary } from "./dictionary.ts";
import { addTexts } from "./translate.ts";
import { registerResourceWords, type WordedResource } from "./worded-resource.ts";

/** What can be too small in another way than a time; a time of day is a text, and a text is too short or too long. */
const NUMBERS: readonly FieldKind[] = ["count", "decimal", "money"];

function isTime({ fields }: Resource, name: string): boolean {
  const declared = own(fields, name);
  return declared !== undefined && !NUMBERS.includes(metaOf(declared).kind);
}

/** Makes words known: those of each dictionary, and those of the resources. */
export function knowWords(
  dictionaries: readonly Dictionary[],
  resources: Readonly<Record<string, WordedResource>>,
): void {
  addTexts(dictionaries);
  registerResourceWords(Object.values(resources), { operationsOn, isTime });
}
