// A live query costs something only while somebody subscribes to it.
import type { Observable } from "../observable.ts";

/** What keeps the answer of a live query. */
interface Kept<T> {
  readonly value: Observable<T>;
  ask(): void;
  stop(): void;
}

/** Asks with the first subscriber, and stops with the last; meanwhile the query stands in `watches` under `name`. */
export function whileWatched<T, W extends Kept<T>>(
  watch: W & Kept<T>,
  watches: Map<string, Set<W>>,
  name: string,
): Observable<T> {
  let users = 0;
  return {
    getSnapshot: watch.value.getSnapshot,
    subscribe: (listener) => {
      const undo = watch.value.subscribe(listener);
      if (users++ === 0) {
        watches.set(name, (watches.get(name) ?? new Set()).add(watch));
        watch.ask();
      }
      let subscribed = true;
      return () => {
        undo();
        if (!subscribed) return;
        subscribed = false;
        if (--users > 0) return;
        watch.stop();
        watches.get(name)?.delete(watch);
      };
    },
  };
}
