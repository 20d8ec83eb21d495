// One HTTP call to an address that somebody else wrote: by the guard, over a connection of its own, within a time and a size.
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { invalid } from "../../../shared/kernel/failure.ts";
import { NotAllowed, type OutgoingGuard } from "./guard.ts";

/** So much of an answer is read, at most. */
export const ANSWER_BYTES = 64 * 1_024;

export interface OutgoingCall {
  url: string;
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** For all of it: name, connection, request and answer, in milliseconds. */
  within_ms: number;
  /** Breaks it off before that. */
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body is all of what was announced; false: it broke off, took too long, or is larger than ANSWER_BYTES. */
  is_whole: boolean;
}

/** The ports that a call may go to: of the web, and those that no system's own service has. */
const isPortOfWeb = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1_024 && port <= 65_535);

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);

/** What is wrong with the way an address is written; null: nothing. Where it leads is judged by the guard. */
export function faultOfUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return "An address that begins with http:// or https://";
  return url.username || url.password ? "An address without user and password" : null;
}

function isRefused(guard: OutgoingGuard, url: URL): boolean {
  return !isPortOfWeb(portOf(url)) || guard.isRefused(url.hostname);
}

/** @throws Failure VALIDATION, ADDRESS_NOT_ALLOWED about the field that holds the address. Names are judged with each call. */
export function requireUrl(guard: OutgoingGuard, field: string, text: string): void {
  const fault = faultOfUrl(text);
  if (fault) throw invalid(field, fault);
  const url = new URL(text);
  if (isRefused(guard, url)) guard.refuse(field);
}

/** Reads until the end, the limit or the deadline. What a connection says when it breaks off is no news: what is missing is. */
async function readBody(response: IncomingMessage): Promise<Pick<OutgoingAnswer, "body" | "is_whole">> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > ANSWER_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  response.destroy();
  const is_whole = response.complete && size <= ANSWER_BYTES;
  return { body: Buffer.concat(chunks).subarray(0, ANSWER_BYTES), is_whole };
}

/**
 * Makes a call. No redirect is followed, no cookie and no connection is kept, and where the address is not allowed not a
 * byte is sent.
 * @throws LineError (trouble.ts) where there is no answer; NotAllowed where none may be asked for.
 */
export async function callOut(guard: OutgoingGuard, call: OutgoingCall): Promise<OutgoingAnswer> {
  const url = new URL(call.url);
  if (faultOfUrl(call.url) !== null || isRefused(guard, url)) throw new NotAllowed();
  const { method = "POST", headers = {}, body = "" } = call;
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = method === "GET" ? {} : { "content-length": Buffer.byteLength(body) };
    const request = send(url, {
      method,
      agent: false,
      headers: { ...headers, ...length },
      lookup: guard.lookup,
      signal: AbortSignal.any([AbortSignal.timeout(call.within_ms), ...(call.signal ? [call.signal] : [])]),
    });
    // Also what happens to the line behind the answer's head: the body tells.
    request.once("response", resolve).on("error", reject);
    request.end(body);
  });
  return { status: response.statusCode ?? 0, headers: response.headers, ...(await readBody(response)) };
}

/** How long the other side asks to be left alone, in milliseconds, by seconds or a date; 0 where it does not say. */
export function wishedWait({ headers }: Pick<OutgoingAnswer, "headers">, now = Date.now()): number {
  const said = headers["retry-after"] ?? "";
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - now) / 1_000;
  return seconds > 0 ? seconds * 1_000 : 0;
}
