// What is being typed, kept sealed on this computer until it is sent: neither Esc nor a reload, a lock or an empty battery loses it.
import { useCallback, useEffect, useRef, useState } from "react";
import { failedWith, type Replica } from "./replica/index.ts";
import { useReplica } from "./replica-hooks.ts";

/** Typing rests this long before it is written down; leaving writes at once. */
const WRITE_AFTER_MS = 300;

export interface KeptDraft<T> {
  /** Undefined until what was kept is read. */
  readonly draft: T | undefined;
  change(part: Partial<T>): void;
  /** It was sent. */
  forget(): void;
}

/** Writes one after the other, the newest value last. */
function writerOf<T>(replica: Replica, field: `draft:${string}`) {
  let waiting: T | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const after = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => {
      // A closed store or a full disk is reported by the replica; what else fails goes to the window's error handler.
      if (!failedWith(error, "STORE_GONE", "DISK")) queueMicrotask(() => Promise.reject(error));
    });
  };
  const flush = () => {
    clearTimeout(timer);
    const value = waiting;
    waiting = null;
    if (value !== null) after(() => replica.profile.set(field, value));
  };
  return {
    flush,
    write(value: T) {
      waiting = value;
      clearTimeout(timer);
      timer = setTimeout(flush, WRITE_AFTER_MS);
    },
    remove() {
      clearTimeout(timer);
      waiting = null;
      after(() => replica.profile.remove(field));
    },
  };
}

/**
 * A draft under a name, sealed with the account's key and gone with its replica.
 * @param empty what it begins as; the same object at each drawing.
 */
export function useKeptDraft<T extends object>(name: string, empty: T): KeptDraft<T> {
  const replica = useReplica();
  const field = `draft:${name}` as const;
  const [draft, setDraft] = useState<T>();
  const current = useRef<T | undefined>(undefined);
  const writer = useRef<ReturnType<typeof writerOf<T>> | null>(null);
  useEffect(() => {
    const own = writerOf<T>(replica, field);
    writer.current = own;
    let isHere = true;
    const begin = (value: T | undefined) => {
      current.current = value;
      setDraft(value);
    };
    begin(undefined);
    void replica.profile.get(field).then((kept) => {
      if (isHere) begin(kept ? { ...empty, ...(kept as Partial<T>) } : empty);
    });
    const hidden = () => {
      if (document.visibilityState === "hidden") own.flush();
    };
    document.addEventListener("visibilitychange", hidden);
    return () => {
      isHere = false;
      document.removeEventListener("visibilitychange", hidden);
      own.flush();
    };
  }, [replica, field, empty]);
  const change = useCallback((part: Partial<T>) => {
    if (current.current === undefined) return;
    current.current = { ...current.current, ...part };
    writer.current?.write(current.current);
    setDraft(current.current);
  }, []);
  const forget = useCallback(() => {
    writer.current?.remove();
    current.current = empty;
    setDraft(empty);
  }, [empty]);
  return { draft, change, forget };
}
