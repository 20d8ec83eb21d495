// One mail over one SMTP connection, and what became of it. A mail is never said to be lost where the server may have it.
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { addressOf } from "../../../shared/kernel/outgoing/address.rules.ts";
import type { MailTrouble } from "../../../shared/kernel/outgoing/mail.ts";
import { NotAllowed, type OutgoingGuard } from "../outgoing/guard.ts";
import { type LineError, troubleOfLine } from "../outgoing/trouble.ts";
import type { CompanyRelay } from "./relay.ts";

export interface Attachment {
  name: string;
  content_type: string;
  bytes: Uint8Array;
}

export interface Message {
  /** The mail's Message-ID: a recipient who gets it twice sees that it is the same. */
  id: string;
  to: string;
  subject: string;
  text: string;
  attachment: Attachment | null;
  written_at: Date;
}

/** RETRY: another time perhaps. REFUSED: never. UNSURE: all of it was handed over, and no answer came. */
export type Delivered =
  | { outcome: "SENT" }
  | { outcome: "RETRY" | "REFUSED" | "UNSURE"; reason: MailTrouble; why: string };

export interface DeliveryTimes {
  /** Until the connection stands. */
  connect_ms: number;
  /** Of silence. */
  silence_ms: number;
  /** In all. */
  whole_ms: number;
}

const TIMES: DeliveryTimes = { connect_ms: 15_000, silence_ms: 30_000, whole_ms: 90_000 };

/** What nodemailer says of a failure beside its words. */
interface SmtpError extends LineError {
  command?: string;
  responseCode?: number;
}

function troubleOf(error: SmtpError): MailTrouble {
  const { code, command = "" } = error;
  if (command === "MAIL FROM") return "SENDER";
  if (command === "RCPT TO") return "RECIPIENT";
  if (command === "DATA") return "MESSAGE";
  if (code === "EAUTH" || code === "ENOAUTH" || command.startsWith("AUTH")) return "SIGN_IN";
  if (command === "STARTTLS") return "ENCRYPTION";
  return code === "EENVELOPE" ? "RECIPIENT" : troubleOfLine(error);
}

/** The kind, and the number of an answer that has one: who wrote it is a stranger, and so are its words. */
const told = (reason: MailTrouble, { responseCode = 0 }: SmtpError): string =>
  responseCode >= 400 && responseCode < 600 ? `${reason} ${responseCode}` : reason;

/** Of these a clear "no" is about this very mail; what else a server refuses may be mended in the settings. */
const ABOUT_THE_MAIL: readonly MailTrouble[] = ["SENDER", "RECIPIENT", "MESSAGE"];

/** @param is_handed_over whether the end of the mail may have reached the server. */
function judge(error: SmtpError, is_handed_over: boolean): Delivered {
  const reason = troubleOf(error);
  const why = told(reason, error);
  if (error.responseCode && error.responseCode >= 400) {
    const is_final = error.responseCode >= 500 && ABOUT_THE_MAIL.includes(reason);
    return { outcome: is_final ? "REFUSED" : "RETRY", reason, why };
  }
  if (is_handed_over) return { outcome: "UNSURE", reason: "BROKEN_OFF", why: "BROKEN_OFF" };
  if (error.code === "EENVELOPE") return { outcome: "REFUSED", reason, why };
  // A line that broke amid the mail says nothing about the mail.
  if (reason === "MESSAGE") return { outcome: "RETRY", reason: "UNREACHABLE", why: "UNREACHABLE" };
  return { outcome: "RETRY", reason, why };
}

/** The mail as it goes over the wire. */
function compose(relay: CompanyRelay, { id, attachment, ...message }: Message): Promise<Buffer> {
  const { from, from_name, reply_to } = relay;
  const mail = new MailComposer({
    ...{ from: { name: from_name, address: from }, to: message.to, subject: message.subject },
    ...(reply_to && reply_to !== from ? { replyTo: reply_to } : {}),
    ...{ text: message.text, date: message.written_at, messageId: `<${id}@${from.split("@")[1]}>` },
    // Nobody's absence notice answers it.
    headers: { "Auto-Submitted": "auto-generated" },
    attachments: attachment
      ? [
          {
            ...{ filename: attachment.name, contentType: attachment.content_type },
            content: Buffer.from(attachment.bytes),
          },
        ]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}

function openSocket(
  { host, port, is_guarded }: CompanyRelay,
  guard: OutgoingGuard,
  wait_ms: number,
): Promise<Socket> {
  const guarded = is_guarded ? { lookup: guard.lookup } : {};
  if (is_guarded && guard.isRefused(host)) return Promise.reject(new NotAllowed());
  return new Promise((resolve, reject) => {
    const socket = connect({ host: addressOf(host) ?? host, port, ...guarded });
    const late = setTimeout(() => {
      const error: SmtpError = new Error("The mail server did not answer in time");
      socket.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
    }, wait_ms);
    socket.once("close", () => clearTimeout(late)).once("error", reject);
    socket.once("connect", () => {
      clearTimeout(late);
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/** The last bytes are given away only after `onLast`: until then the server can't have the mail whole. */
async function* inTwo(raw: Buffer, onLast: () => Promise<void>): AsyncGenerator<Buffer> {
  const last = Math.max(0, raw.length - 16);
  if (last > 0) yield raw.subarray(0, last);
  await onLast();
  yield raw.subarray(last);
}

interface Sending {
  /** Where a mail server that a company names may be. */
  guard: OutgoingGuard;
  /** Called before the end of the mail is given away; once it has come back, no answer no longer means that nothing was sent. */
  onHandOver(): Promise<void>;
  times?: DeliveryTimes;
}

/** Sends one mail. Never throws for what a network or a mail server does. */
export async function deliver(relay: CompanyRelay, message: Message, sending: Sending): Promise<Delivered> {
  const { guard, onHandOver, times = TIMES } = sending;
  let is_handed_over = false;
  let connection: SMTPConnection | null = null;
  let socket: Socket | null = null;
  const raw = await compose(relay, message);
  try {
    socket = await openSocket(relay, guard, times.connect_ms);
    const smtp = new SMTPConnection({
      ...{ connection: socket, host: relay.host, port: relay.port, secure: relay.security === "TLS" },
      ...{ requireTLS: relay.security === "STARTTLS", ignoreTLS: relay.security === "NONE" },
      ...{ greetingTimeout: times.silence_ms, socketTimeout: times.silence_ms },
    });
    connection = smtp;
    await new Promise<void>((resolve, reject) => {
      const late: SmtpError = new Error("The mail server took too long");
      const end = setTimeout(() => reject(Object.assign(late, { code: "ETIMEDOUT" })), times.whole_ms);
      const finish = (error?: Error | null) => {
        clearTimeout(end);
        if (error) reject(error);
        else resolve();
      };
      const send = () => {
        const parts = inTwo(raw, async () => {
          await onHandOver();
          is_handed_over = true;
        });
        const envelope = { from: relay.from, to: [message.to], size: raw.length };
        smtp.send(envelope, Readable.from(parts), (error) => finish(error));
      };
      smtp.on("error", finish).on("end", () => finish(new Error("The mail server closed the connection")));
      smtp.connect((error) => {
        if (error) return finish(error);
        if (!relay.user) return send();
        const credentials = { user: relay.user, pass: relay.password ?? "" };
        return smtp.login({ credentials }, (refused) => (refused ? finish(refused) : send()));
      });
    });
    smtp.quit();
    return { outcome: "SENT" };
  } catch (error) {
    connection?.close();
    // Where TLS failed, nothing else closes the connection beneath it.
    socket?.destroy();
    if (!(error instanceof Error)) throw error;
    return judge(error, is_handed_over);
  }
}
