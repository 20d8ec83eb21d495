// A value that changes: what screens subscribe to, in the shape of React's useSyncExternalStore.

/** `subscribe` returns its own undo; `getSnapshot` answers the same object until the value changes. */
export interface Observable<T> {
  getSnapshot(): T;
  subscribe(listener: (value: T) => void): () => void;
}

export interface ObservableValue<T> extends Observable<T> {
  set(value: T): void;
}

/** An Observable that its owner sets; setting an identical value tells nobody. */
export function observable<T>(initial: T): ObservableValue<T> {
  let value = initial;
  const listeners = new Set<(value: T) => void>();
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener(value);
    },
  };
}

/** Resolves when the predicate holds; rejects when the signal is aborted first. */
export function until<T>(
  live: Observable<T>,
  predicate: (value: T) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const check = (value: T) => {
      if (!predicate(value)) return;
      stop();
      resolve(value);
    };
    const unsubscribe = live.subscribe(check);
    const aborted = () => {
      stop();
      reject(signal?.reason);
    };
    const stop = () => {
      unsubscribe();
      signal?.removeEventListener("abort", aborted);
    };
    if (signal?.aborted) return aborted();
    signal?.addEventListener("abort", aborted);
    check(live.getSnapshot());
  });
}
