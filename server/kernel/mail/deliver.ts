// One mail over one SMTP connection, and what became of it. A mail is never said to be lost where the server may have it.
import { connect, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailTrouble } from "../../../shared/kernel/outside/mail.ts";
import { guardedLookup, isReachable } from "../guarded-lookup.ts";
import type { CompanyRelay } from "./relay.ts";

export interface Attachment {
  name: string;
  content_type: string;
  bytes: Uint8Array;
}

export interface Message {
  /** The mail's own id: whoever gets it twice sees by it that it is the same. */
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

const ELSEWHERE = "The mail server's name leads to an address that no mail server can have";
const WHY_LENGTH = 300;

/** What nodemailer says of a failure beside its words. */
interface SmtpError extends Error {
  code?: string;
  /** Of the system or of TLS, where there was one. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
}

/** As the server put it, on one line. */
const wordsOf = ({ message }: Error) => message.replace(/\s+/g, " ").trim().slice(0, WHY_LENGTH);

const OF_TLS = /CERT|SIGNED|SIGNATURE|TLS|SSL/;

function troubleOf({ code, originalCode, command = "" }: SmtpError): MailTrouble {
  if (command === "MAIL FROM") return "SENDER";
  if (command === "RCPT TO") return "RECIPIENT";
  if (command === "DATA") return "MESSAGE";
  if (code === "EAUTH" || code === "ENOAUTH" || command.startsWith("AUTH")) return "SIGN_IN";
  if (code === "ETLS" || command === "STARTTLS" || OF_TLS.test(originalCode ?? "")) return "ENCRYPTION";
  if (code === "ETIMEDOUT") return "SILENT";
  return code === "EENVELOPE" ? "RECIPIENT" : "UNREACHABLE";
}

/** Of these a clear "no" is about this very mail; what else a server refuses may be mended in the settings. */
const ABOUT_THE_MAIL: readonly MailTrouble[] = ["SENDER", "RECIPIENT", "MESSAGE"];

/** @param is_handed_over whether the end of the mail may have reached the server. */
function judge(error: SmtpError, is_handed_over: boolean): Delivered {
  const [reason, why] = [troubleOf(error), wordsOf(error)];
  if (error.responseCode && error.responseCode >= 400) {
    const is_final = error.responseCode >= 500 && ABOUT_THE_MAIL.includes(reason);
    return { outcome: is_final ? "REFUSED" : "RETRY", reason, why };
  }
  if (is_handed_over) return { outcome: "UNSURE", reason: "BROKEN_OFF", why };
  if (error.code === "EENVELOPE") return { outcome: "REFUSED", reason, why };
  return { outcome: "RETRY", reason: reason === "MESSAGE" ? "UNREACHABLE" : reason, why };
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
  loopback: boolean,
  wait_ms: number,
): Promise<Socket> {
  const guarded = is_guarded ? { lookup: guardedLookup(loopback, ELSEWHERE) } : {};
  if (is_guarded && isIP(host) && !isReachable(host, loopback)) return Promise.reject(new Error(ELSEWHERE));
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...guarded });
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
  /** Whether a company's mail server may be at this very machine. */
  loopback: boolean;
  /** Called before the end of the mail is given away; once it has come back, no answer no longer means that nothing was sent. */
  onHandOver(): Promise<void>;
  times?: DeliveryTimes;
}

/** Sends one mail. Never throws for what a network or a mail server does. */
export async function deliver(relay: CompanyRelay, message: Message, sending: Sending): Promise<Delivered> {
  const { loopback, onHandOver, times = TIMES } = sending;
  let is_handed_over = false;
  let connection: SMTPConnection | null = null;
  const raw = await compose(relay, message);
  try {
    const socket = await openSocket(relay, loopback, times.connect_ms);
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
    if (!(error instanceof Error)) throw error;
    return judge(error, is_handed_over);
  }
}
