// sync.changes: the names of collections as they change, one stream for everything an app shows; and what changed, if asked for.
import type { ChangesEvent } from "../../../shared/kernel/sync/wire.ts";
import { EVERYTHING } from "../db/change-notices.ts";
import { type Changes, follow } from "../http/stream.ts";
import type { NewsPayload } from "./news-payload.ts";
import type { PullRequest } from "./pull.ts";

/** Names what changed of the collections that the reader may see. @param visible what they would ask of each. */
export async function* changes(
  stream: Changes,
  visible: ReadonlyMap<string, PullRequest>,
  carried: ReturnType<NewsPayload["open"]> | null,
): AsyncGenerator<ChangesEvent> {
  try {
    for await (const changed of follow(stream)) {
      const names = changed.has(EVERYTHING) ? visible.keys() : changed;
      const requests = [...names].flatMap((name) => visible.get(name) ?? []);
      if (requests.length === 0) continue;
      if (!carried) {
        yield { collections: requests.map(({ served }) => served.resource.collection) };
        continue;
      }
      const event = await carried.eventOf(changed, requests);
      // It was read for them while their rights may have gone: what is sent is for who has them now.
      if (event.pages && !(await stream.isOpen())) return;
      yield event;
    }
  } finally {
    carried?.close();
  }
}
