// Pulling many collections: what daily work begins with alone and first where it is new, the others a few at a time.
import type { CollectionInfo } from "../../../../shared/kernel/sync/wire.ts";
import { inOrder } from "../memory/tables.ts";
import type { Confirmer } from "../outbox/confirm.ts";
import type { Progress } from "../state.ts";
import type { Puller } from "./pull.ts";

const AT_ONCE = 3;

interface PullAllOptions {
  puller: Puller;
  confirmer: Confirmer;
  /** Told of a first pull only: later ones are too short to be shown. */
  onProgress: (progress: Progress) => void;
}

/** Brings these collections up to date; answers how many records came. @throws LocalFailure of the first that fails. */
export async function pullAll(
  infos: readonly CollectionInfo[],
  { puller, confirmer, onProgress }: PullAllOptions,
  signal: AbortSignal,
): Promise<number> {
  const byName = new Map(infos.map((info) => [info.name, info]));
  const all = inOrder([...byName.keys()]).map((name) => byName.get(name)!);
  const asked = performance.now();
  // What is here already is brought up to date in one call.
  const many = await puller.pullMany(all, { signal });
  for (const name of many.done) confirmer.pulled(name, asked);
  const queue = all.filter(({ name }) => !many.done.has(name));
  const total = queue.length;
  const first = queue.some(({ name }) => !puller.heads.get(name)?.complete);
  let done = 0;
  let documents = 0;
  let { pulled } = many;
  const show = (current: string | null, phase: Progress["phase"] = "pulling") => {
    if (first) onProgress({ phase, done, total, current, documents });
  };
  const one = async (info: CollectionInfo) => {
    const begun = performance.now();
    show(info.name);
    pulled += await puller.pull(info, { signal });
    confirmer.pulled(info.name, begun);
    done++;
    documents += puller.heads.get(info.name)?.written ?? 0;
    show(info.name);
  };
  // With the first of the list of resources here work can begin.
  const head = first ? queue.shift() : undefined;
  if (head) await one(head);
  const work = async () => {
    for (let info = queue.shift(); info; info = queue.shift()) await one(info);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  show(null, "ready");
  return pulled;
}
