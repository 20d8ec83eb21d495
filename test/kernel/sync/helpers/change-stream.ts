// A stream of sync.changes as any program reads it, and what it told so far.
import type { ChangesEvent } from "../../../../shared/kernel/sync/wire.ts";

export interface ChangeStream {
  readonly events: readonly ChangesEvent[];
  isOpen(): boolean;
  /** Resolves when it is open no more, whoever ended it. */
  ended: Promise<void>;
  close(): void;
}

/** Opens it; resolves once it stands. */
export async function openStream(
  url: string,
  token: string | null,
  carry: boolean,
  onEvent: (event: ChangesEvent) => void = () => {},
): Promise<ChangeStream> {
  const abort = new AbortController();
  const input = encodeURIComponent(JSON.stringify(carry ? { carry } : {}));
  const response = await fetch(`${url}/trpc/sync.changes?input=${input}`, {
    headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const events: ChangesEvent[] = [];
  let isOpen = true;
  const read = async (stands: () => void) => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      const frames = text.split("\n\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        if (frame.startsWith("event: connected")) stands();
        else if (frame.startsWith("data: ")) {
          const event: ChangesEvent = JSON.parse(frame.slice(6));
          events.push(event);
          onEvent(event);
        }
      }
    }
  };
  let ended = Promise.resolve();
  await new Promise<void>((stands, fails) => {
    ended = read(stands)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) fails(error);
      })
      .finally(() => {
        isOpen = false;
      });
  });
  return { events, isOpen: () => isOpen, ended, close: () => abort.abort() };
}
