// LASTMILE_SMTP_URL: the installation's mail server, for companies that have named none of their own.
import { ConfigError } from "./config-error.ts";
import type { Relay } from "./kernel/mail/relay.ts";

const EXAMPLE = "smtp://user:password@mail.example.net:587?from=billing@example.net";

/**
 * "smtps:" is TLS from the first byte, "smtp:" STARTTLS; `tls=none` is for a server on this machine or network.
 * @throws ConfigError for what is no such address.
 */
export function readSmtpUrl(text: string | undefined): Relay | null {
  if (!text) return null;
  const wrong = new ConfigError(`LASTMILE_SMTP_URL must be an address like ${EXAMPLE}`);
  if (!URL.canParse(text)) throw wrong;
  const { protocol, hostname, port, username, password, searchParams } = new URL(text);
  const from = searchParams.get("from") ?? "";
  if (!/^smtps?:$/.test(protocol) || !hostname || !/^[^\s@]+@[^\s@]+$/.test(from)) throw wrong;
  const is_plain = searchParams.get("tls") === "none";
  const security = protocol === "smtps:" ? "TLS" : is_plain ? "NONE" : "STARTTLS";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (security === "TLS" ? 465 : 587),
    security,
    user: username ? decodeURIComponent(username) : null,
    password: password ? decodeURIComponent(password) : null,
    from,
  };
}
