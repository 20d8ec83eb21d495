// A live query costs something only while somebody subscribes to it.
import type { Observable } from "../observable.ts";

/** What keeps the answer of a live query. */
interface Kept<T> {
  readonly value: Observable<T>;
  ask(): void;
  stop(): void;
}

/** Asks with the first subscriber, and stops with the last. */
export function whileWatched<T>(watch: Kept<T>): Observable<T> {
  let users = 0;
  return {
    getSnapshot: watch.value.getSnapshot,
    subscribe: (listener) => {
      const undo = watch.value.subscribe(listener);
      if (users++ === 0) watch.ask();
      let subscribed = true;
      return () => {
        undo();
        if (!subscribed) return;
        subscribed = false;
        if (--users === 0) watch.stop();
      };
    },
  };
}
