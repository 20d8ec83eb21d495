// sync.changes: the names of collections as they change, one stream for everything an app shows.
import { type Changes, follow } from "../http/stream.ts";

/** Names what changed of the collections that the reader may see. */
export async function* changes(
  stream: Changes,
  visible: ReadonlySet<string>,
): AsyncGenerator<{ collections: string[] }> {
  for await (const changed of follow(stream)) {
    const collections = [...changed].filter((name) => visible.has(name));
    if (collections.length > 0) yield { collections };
  }
}
