// A real SMTP server on loopback, with what it was given, and the ways in which mail servers fail.
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
  /** Who had signed in. */
  user: string | null;
  secure: boolean;
}

/** What the server does with a mail: takes it, refuses it with a code, ends the line, or keeps silent. */
export type Reply = "take" | "drop" | "drop_after_all" | "silence" | number;

interface Options {
  /** A certificate's files: STARTTLS is offered, or with `implicit` TLS from the first byte. */
  tls?: { cert: string; key: string; implicit?: boolean };
  login?: { user: string; password: string };
  /** Of recipients. */
  onRecipient?: (address: string) => number | null;
  /** Of the mail once all of it came; "drop" ends the line in its middle. */
  onMail?: (count: number) => Reply;
}

export interface Mailbox {
  port: number;
  received: ReceivedMail[];
  /** Mails begun, those included that were not taken. */
  begun: () => number;
  /** Once so many are there. */
  until(count: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

function refusal(code: number): Error {
  return Object.assign(new Error(code < 500 ? "Try again later" : "No such user here"), {
    responseCode: code,
  });
}

export async function openMailbox(options: Options = {}): Promise<Mailbox> {
  const { tls, login, onRecipient, onMail = () => "take" as const } = options;
  const received: ReceivedMail[] = [];
  const waiting: (() => void)[] = [];
  let begun = 0;
  const server = new SMTPServer({
    ...(tls
      ? { cert: readFileSync(tls.cert), key: readFileSync(tls.key), secure: tls.implicit ?? false }
      : {}),
    ...(tls ? {} : { disabledCommands: login ? ["STARTTLS"] : ["STARTTLS", "AUTH"] }),
    authOptional: !login,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const is_right = username === login?.user && password === login?.password;
      if (is_right) done(null, { user: username });
      else done(Object.assign(new Error("Wrong name or password"), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      const code = onRecipient?.(address) ?? null;
      done(code === null ? null : refusal(code));
    },
    onData(stream, session, done) {
      begun += 1;
      const reply = onMail(begun);
      // smtp-server keeps its sockets to itself: this is the connection's own.
      const line = [...server.connections].find((one) => one.session.id === session.id);
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (reply === "drop") line?._socket.destroy();
      });
      stream.on("end", () => {
        if (reply === "drop" || reply === "silence") return;
        if (typeof reply === "number") return done(refusal(reply));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
          user: typeof session.user === "string" ? session.user : null,
          secure: session.secure,
        });
        for (const look of waiting) look();
        // It has the mail, and nobody hears of it.
        if (reply === "drop_after_all") line?._socket.destroy();
        else done();
      });
    },
  });
  // A line that a test breaks off.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    begun: () => begun,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length >= count) resolve(received);
        };
        waiting.push(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The first attached file of a mail, decoded. */
export function attachedFile({ raw }: ReceivedMail): Buffer {
  const part = raw.split(/\r?\n--/).find((one) => /content-disposition: attachment/i.test(one)) ?? "";
  const at = part.search(/\r?\n\r?\n/);
  return Buffer.from(part.slice(at).replace(/\s+/g, ""), "base64");
}
