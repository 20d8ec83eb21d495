// LASTMILE_SMTP_URL: the installation's mail server, for companies that have named none of their own.
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
