// What a company's own domain may be, in one normal form: lower case, punycode, no scheme, port, path or final dot.

/** Reserved names, and names that lead to the machine itself (RFC 2606, RFC 6761, RFC 6762). */
const RESERVED = ["localhost", "local", "invalid", "onion", "arpa"];
/** Endings under which anybody registers names: the commonest second levels beside the top-level domains themselves. */
const PUBLIC_SECOND = new Set(["com", "net", "org", "edu", "gov", "ac", "co", "mil", "info"]);
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A domain as it is kept and compared: "https://Portal.Padma.example:443/" is "portal.padma.example".
 * @returns null for what is no name of a host below a public ending.
 */
export function normalDomain(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || text.length > 300 || /[\s@?#\\%]/.test(text)) return null;
  const url = `http://${text.replace(/^https?:\/\//i, "")}`;
  if (!URL.canParse(url)) return null;
  // The parser writes names of other scripts in punycode, and addresses (also 0x7f.1) as addresses.
  const host = new URL(url).hostname.replace(/\.$/, "");
  const labels = host.split(".");
  const [last = "", second = ""] = labels.toReversed();
  if (host.length > 253 || labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null;
  if (/^\d+$/.test(last)) return null;
  if (RESERVED.some((name) => host === name || host.endsWith(`.${name}`))) return null;
  // "com.bd": what is registered there is others'.
  if (labels.length === 2 && last.length === 2 && PUBLIC_SECOND.has(second)) return null;
  return host;
}
