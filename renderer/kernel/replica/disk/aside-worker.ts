// The worker: what would keep the page from people. It keeps nothing between two jobs.
import type { Asked, Said } from "./aside.ts";
import { openText, sealText } from "./sealing.ts";
import { stretchAtOnce } from "./stretching.ts";

async function answerTo({ job }: Asked): Promise<unknown> {
  switch (job.kind) {
    case "seal":
      return sealText(job.key, job.bound, job.text);
    case "open":
      return openText(job.key, job.bound, job.sealed);
    case "stretch":
      return stretchAtOnce(job.password, job.salt, job.cost);
  }
}

const say = (said: Said, transfer: Transferable[] = []) => self.postMessage(said, { transfer });

self.addEventListener("message", (event: MessageEvent<Asked>) => {
  const { id, job } = event.data;
  answerTo(event.data).then(
    (value) => say({ id, value }, job.kind === "seal" ? [(value as { data: ArrayBuffer }).data] : []),
    (error: unknown) => say({ id, failed: String(error) }),
  );
});
