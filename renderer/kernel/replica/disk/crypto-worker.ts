// The worker: what would keep the page from people. It keeps nothing between two jobs.
import type { Asked, Said } from "./crypto-jobs.ts";
import { stretchAtOnce } from "./kdf.ts";
import { openPacked, openText, type Sealed, sealPacked } from "./sealing.ts";

async function answerTo({ job }: Asked): Promise<unknown> {
  switch (job.kind) {
    case "seal":
      return sealPacked(job.key, job.bound, job.parts);
    case "open":
      return openText(job.key, job.bound, job.sealed);
    case "openBytes":
      return openPacked(job.key, job.bound, job.sealed);
    case "stretch":
      return stretchAtOnce(job.password, job.salt, job.cost);
  }
}

const say = (said: Said, transfer: Transferable[] = []) => self.postMessage(said, { transfer });

/** What goes over to the page without being copied. */
function movedOf(kind: Asked["job"]["kind"], value: unknown): Transferable[] {
  if (kind === "seal") return [(value as Sealed).data];
  return kind === "openBytes" ? [value as ArrayBuffer] : [];
}

self.addEventListener("message", (event: MessageEvent<Asked>) => {
  const { id, job } = event.data;
  answerTo(event.data).then(
    (value) => say({ id, value }, movedOf(job.kind, value)),
    (error: unknown) => say({ id, failed: String(error) }),
  );
});
