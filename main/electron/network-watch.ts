// Tells whether this computer has a network, and when it woke up: after that every open connection is dead.
import type { NetworkStatus } from "../../shared/kernel/desktop/desktop-bridge.ts";

const LOOK_EVERY_MS = 5_000;

export interface NetworkWatch {
  /** Calls with the status now and at every change; returns the function that ends it. */
  watch(listener: (status: NetworkStatus) => void): () => void;
  /** The computer woke up. */
  resumed(): void;
}

/** The operating system only answers when asked, so it is polled while there are listeners. */
export function createNetworkWatch(isOnline: () => boolean, lookEveryMs = LOOK_EVERY_MS): NetworkWatch {
  const listeners = new Set<(status: NetworkStatus) => void>();
  let status: NetworkStatus = { online: isOnline(), resumes: 0 };
  let timer: NodeJS.Timeout | undefined;

  const become = (next: NetworkStatus) => {
    status = next;
    for (const listener of [...listeners]) listener(status);
  };
  const look = () => {
    const online = isOnline();
    if (online !== status.online) become({ ...status, online });
  };

  return {
    watch(listener) {
      listeners.add(listener);
      timer ??= setInterval(look, lookEveryMs);
      status = { ...status, online: isOnline() };
      listener(status);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    resumed: () => become({ online: isOnline(), resumes: status.resumes + 1 }),
  };
}
