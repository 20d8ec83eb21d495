// Work that would keep the page from people, done in a worker where there is one, and here where there is none.

import type { Cost } from "./kdf.ts";
import { openPacked, openText, type Sealed, sealPacked } from "./sealing.ts";

/** What is done aside, and what comes of it. */
interface Jobs {
  seal: {
    work: { key: CryptoKey; bound: string; parts: readonly Uint8Array<ArrayBuffer>[] };
    result: Sealed;
  };
  open: { work: { key: CryptoKey; bound: string; sealed: Sealed }; result: string };
  openBytes: { work: { key: CryptoKey; bound: string; sealed: Sealed }; result: ArrayBuffer };
  stretch: {
    work: { password: string; salt: Uint8Array<ArrayBuffer>; cost: Cost };
    result: Uint8Array<ArrayBuffer>;
  };
}

type Kind = keyof Jobs;
type Job = { [K in Kind]: { kind: K } & Jobs[K]["work"] }[Kind];

/** To the worker. */
export interface Asked {
  readonly id: number;
  readonly job: Job;
}

/** From the worker. */
export type Said =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failed: string };

interface Waiting {
  readonly job: Job;
  /** What of it went over without a copy. */
  readonly moved: readonly ArrayBuffer[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Undefined until it is wanted; null where there is none, or it could not be loaded. */
let worker: Worker | null | undefined;
let asked = 0;
/** It has answered: what is moved over to it is not lost to one that could not be loaded. */
let isProven = false;
const waiting = new Map<number, Waiting>();

async function here(job: Job): Promise<unknown> {
  switch (job.kind) {
    case "seal":
      return sealPacked(job.key, job.bound, job.parts);
    case "open":
      return openText(job.key, job.bound, job.sealed);
    case "openBytes":
      return openPacked(job.key, job.bound, job.sealed);
    case "stretch": {
      const { stretchAtOnce } = await import("./kdf.ts");
      return stretchAtOnce(job.password, job.salt, job.cost);
    }
  }
}

/** The worker is no use: whatever waits for it and is still here, and all that comes, is done here. */
function giveUp(): void {
  worker?.terminate();
  worker = null;
  for (const { job, moved, resolve, reject } of waiting.values()) {
    // A buffer that went over is empty here.
    if (moved.some(({ byteLength }) => byteLength === 0))
      reject(new Error("The worker stopped with what it was given"));
    else here(job).then(resolve, reject);
  }
  waiting.clear();
}

function heard({ data }: MessageEvent<Said>): void {
  const one = waiting.get(data.id);
  waiting.delete(data.id);
  isProven = true;
  if ("failed" in data) one?.reject(new Error(data.failed));
  else one?.resolve(data.value);
}

/** Starts the worker, so that the first job does not wait for it. */
export function prepareCryptoJobs(): void {
  if (worker !== undefined) return;
  if (typeof Worker === "undefined") {
    worker = null;
    return;
  }
  try {
    worker = new Worker(new URL("./crypto-worker.ts", import.meta.url), { type: "module" });
  } catch {
    // Where workers are forbidden the page does it all: slower, and with the same result.
    worker = null;
    return;
  }
  worker.addEventListener("message", heard);
  worker.addEventListener("error", giveUp);
  worker.addEventListener("messageerror", giveUp);
}

/**
 * @param moved what of the work its caller needs no more: it goes over without a copy, which takes the page as long as much work.
 * @throws Error with what the work itself threw.
 */
export function cryptoJob<K extends Kind>(
  kind: K,
  work: Jobs[K]["work"],
  moved: readonly ArrayBuffer[] = [],
): Promise<Jobs[K]["result"]> {
  prepareCryptoJobs();
  // The compiler does not put a kind and its own work together.
  const job = { kind, ...work } as Job;
  const result = worker
    ? new Promise((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { job, moved, resolve, reject });
        worker?.postMessage({ id, job } satisfies Asked, { transfer: isProven ? [...moved] : [] });
      })
    : here(job);
  return result as Promise<Jobs[K]["result"]>;
}
