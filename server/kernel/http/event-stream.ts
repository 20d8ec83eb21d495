// Events of a procedure as tRPC's clients read them. tRPC's own writer passes each event through half a dozen streams: to tell
// 200 desktops took it longer than all else between a write and their screens. Here an event is made text once for all readers.
import { Readable } from "node:stream";

const PING_MS = 10_000;

export const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  connection: "keep-alive",
};

const texts = new WeakMap<object, string>();

/** An event's text. Whoever tells many readers the same gives each of them the same object. */
function textOf(event: unknown): string {
  if (typeof event !== "object" || event === null) return JSON.stringify(event);
  const text = texts.get(event) ?? JSON.stringify(event);
  texts.set(event, text);
  return text;
}

const frame = (event: string | null, text: string) =>
  `${event === null ? "" : `event: ${event}\n`}data: ${text}\n\n\n`;

interface Source {
  /** The events, until the signal says that the reader has gone. */
  open(signal: AbortSignal): Promise<AsyncIterable<unknown>>;
  /** What the reader is told where that fails. */
  told(error: unknown): unknown;
}

/** The body of an answer that goes on until its events end or its reader leaves. A slow reader is waited for. */
export function eventStream({ open, told }: Source): Readable {
  const left = new AbortController();
  const waiting: (() => void)[] = [];
  const hasRoom = () => {
    for (const goOn of waiting.splice(0)) goOn();
  };
  const body = new Readable({
    read: hasRoom,
    destroy(error, done) {
      left.abort();
      hasRoom();
      done(error);
    },
  });
  const write = async (text: string) => {
    if (left.signal.aborted || body.push(text)) return;
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const ping = setInterval(() => {
    if (waiting.length === 0) void write(frame("ping", ""));
  }, PING_MS);
  const follow = async () => {
    await write(frame("connected", JSON.stringify({ reconnectAfterInactivityMs: 3 * PING_MS })));
    for await (const event of await open(left.signal)) {
      ping.refresh();
      await write(frame(null, textOf(event)));
    }
    await write(frame("return", ""));
  };
  void follow()
    .catch((error: unknown) => {
      if (!left.signal.aborted) return write(frame("serialized-error", JSON.stringify(told(error))));
    })
    .finally(() => {
      clearInterval(ping);
      if (!left.signal.aborted) body.push(null);
    });
  return body;
}
