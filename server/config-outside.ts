// How the server and the world outside reach each other: LASTMILE_SMTP_URL, LASTMILE_PUBLIC_URL, LASTMILE_WEBHOOK_RETRIES.
import { MAIL_ADDRESS } from "../shared/kernel/outgoing/mail.ts";
import { ConfigError } from "./config-error.ts";
import { readUrl } from "./config-http.ts";
import type { Relay } from "./kernel/mail/relay.ts";

const EXAMPLE = "smtp://user:password@mail.example.net:587?from=billing@example.net";

/** What may stand behind the address. */
const PARAMETERS = new Set(["from", "tls"]);

/**
 * "smtps:" is TLS from the first byte, "smtp:" STARTTLS; `tls=none` is for a server on this machine or network.
 * @throws ConfigError for what is no such address, or asks for more behind it: unheard, that would mail otherwise than meant.
 */
export function readSmtpUrl(text: string | undefined): Relay | null {
  if (!text) return null;
  const wrong = new ConfigError(`LASTMILE_SMTP_URL must be an address like ${EXAMPLE}`);
  const url = readUrl(text);
  if (!url) throw wrong;
  const { protocol, hostname, port, username, password, searchParams } = url;
  const from = searchParams.get("from") ?? "";
  if (!/^smtps?:$/.test(protocol) || !hostname || !MAIL_ADDRESS.test(from)) throw wrong;
  const tls = searchParams.get("tls");
  const is_known = [...searchParams.keys()].every((name) => PARAMETERS.has(name));
  if (!is_known || (tls !== null && (tls !== "none" || protocol === "smtps:")))
    throw new ConfigError(
      "LASTMILE_SMTP_URL takes from=address and, with smtp: alone, tls=none behind the address, and nothing else",
    );
  const security = protocol === "smtps:" ? "TLS" : tls === "none" ? "NONE" : "STARTTLS";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (security === "TLS" ? 465 : 587),
    security,
    user: username ? decodeURIComponent(username) : null,
    password: password ? decodeURIComponent(password) : null,
    from,
  };
}

/** Seconds after each failed attempt: 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h. */
export const WEBHOOK_RETRIES: readonly number[] = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
];

const MAX_RETRIES = 50;
const MAX_SECONDS = 7 * 86_400;

/** @returns an origin such as https://isp.example; null: none is set. @throws ConfigError. */
export function readPublicUrl(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const is_origin = url !== null && /^https?:$/.test(url.protocol) && text.replace(/\/$/, "") === url.origin;
  if (!is_origin)
    throw new ConfigError(`LASTMILE_PUBLIC_URL must be an address like https://isp.example, not "${text}"`);
  return url.origin;
}

/** @throws ConfigError. */
export function readWebhookRetries(text: string | undefined): readonly number[] {
  if (!text) return WEBHOOK_RETRIES;
  const parts = text.split(",").map((part) => part.trim());
  const is_right = parts.every((part) => /^\d{1,6}(\.\d{1,3})?$/.test(part) && Number(part) <= MAX_SECONDS);
  if (!is_right || parts.length > MAX_RETRIES)
    throw new ConfigError(
      `LASTMILE_WEBHOOK_RETRIES must be up to ${MAX_RETRIES} seconds like 5,300,1800, separated by commas, not "${text}"`,
    );
  return parts.map(Number);
}
