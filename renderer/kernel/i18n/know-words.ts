// Takes the words that are loaded after the sign-in; apart from index.ts, as the first page knows no resource.
import { operationsOn } from "../../../shared/kernel/registry.ts";
import type { Dictionary } from "./dictionary.ts";
import { addTexts } from "./translate.ts";
import { registerResourceWords, type WordedResource } from "./worded-resource.ts";

/** Makes words known: those of each dictionary, and those of the resources. */
export function knowWords(
  dictionaries: readonly Dictionary[],
  resources: Readonly<Record<string, WordedResource>>,
): void {
  addTexts(dictionaries);
  registerResourceWords(Object.values(resources), operationsOn);
}
