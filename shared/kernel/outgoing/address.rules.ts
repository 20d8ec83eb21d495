// Addresses that no device or service of a company may have: its records must not steer a program at its own machine or a cloud's keys.

/** INTERNAL: in a private network, or reserved for documentation: devices may be there, but nothing on the internet. */
export type AddressKind = "LOOPBACK" | "RESERVED" | "INTERNAL" | "USABLE";

/** The 32 bits of an IPv4 address in any spelling that the operating system takes (`127.1`, `0x7f000001`); else null. */
function parseIpv4(text: string): number | null {
  const parts = text.split(".");
  if (parts.length > 4) return null;
  const numbers = parts.map((part) => {
    if (/^0x[0-9a-f]+$/i.test(part)) return Number.parseInt(part.slice(2), 16);
    if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8);
    return /^\d+$/.test(part) ? Number(part) : Number.NaN;
  });
  const last = numbers.pop() ?? Number.NaN;
  if (numbers.some((number) => !(number <= 255)) || !(last < 256 ** (4 - numbers.length))) return null;
  return numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
}

/** The eight groups of an IPv6 address, without zone; null when the text is none. */
function parseIpv6(text: string): number[] | null {
  const bare = text.split("%")[0] ?? "";
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  const embedded = tail ? parseIpv4(tail[2] ?? "") : 0;
  if (embedded === null) return null;
  const hex = (number: number): string => number.toString(16);
  const plain = tail ? `${tail[1]}${hex(Math.floor(embedded / 65_536))}:${hex(embedded % 65_536)}` : bare;
  const halves = plain.split("::");
  if (halves.length > 2 || !plain.includes(":")) return null;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const [left = [], right = []] = groups;
  const missing = 8 - left.length - right.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const all = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  return all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? all.map((group) => Number.parseInt(group, 16))
    : null;
}

const ipv4 = (a: number, b: number, c: number, d: number): number => ((a * 256 + b) * 256 + c) * 256 + d;

/** A network by first address and prefix length. */
type Network = readonly [number, number];

/** Where no device and no service is. */
const RESERVED_IPV4: readonly Network[] = [
  [ipv4(0, 0, 0, 0), 8],
  [ipv4(169, 254, 0, 0), 16],
  // Metadata services of clouds (Alibaba, Oracle, Azure) outside the link-local network.
  [ipv4(100, 100, 100, 200), 32],
  [ipv4(192, 0, 0, 192), 32],
  [ipv4(168, 63, 129, 16), 32],
  // Multicast, reserved, broadcast.
  [ipv4(224, 0, 0, 0), 3],
];

/** What IANA's registry of special addresses says is not reached over the internet, beside what is above. */
const INTERNAL_IPV4: readonly Network[] = [
  [ipv4(10, 0, 0, 0), 8],
  [ipv4(100, 64, 0, 0), 10],
  [ipv4(172, 16, 0, 0), 12],
  [ipv4(192, 0, 0, 0), 24],
  [ipv4(192, 0, 2, 0), 24],
  [ipv4(192, 88, 99, 0), 24],
  [ipv4(192, 168, 0, 0), 16],
  [ipv4(198, 18, 0, 0), 15],
  [ipv4(198, 51, 100, 0), 24],
  [ipv4(203, 0, 113, 0), 24],
];

function kindOfIpv4(address: number): AddressKind {
  if (Math.floor(address / 2 ** 24) === 127) return "LOOPBACK";
  const within = ([first, length]: Network): boolean =>
    Math.floor(address / 2 ** (32 - length)) === Math.floor(first / 2 ** (32 - length));
  if (RESERVED_IPV4.some(within)) return "RESERVED";
  return INTERNAL_IPV4.some(within) ? "INTERNAL" : "USABLE";
}

/** The IPv4 address that an IPv4-mapped one is: the operating system connects to that. */
function mappedIpv4(groups: readonly number[]): number | null {
  const [sixth, seventh = 0, last = 0] = groups.slice(5);
  return groups.slice(0, 5).every((group) => group === 0) && sixth === 0xffff
    ? seventh * 65_536 + last
    : null;
}

function kindOfIpv6(groups: readonly number[]): AddressKind {
  const mapped = mappedIpv4(groups);
  if (mapped !== null) return kindOfIpv4(mapped);
  const [first = 0, second = 0] = groups;
  if (groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1) return "LOOPBACK";
  // Amazon's metadata service is a unique local address.
  if (first === 0xfd00 && second === 0xec2) return "RESERVED";
  if ((first & 0xfe00) === 0xfc00) return "INTERNAL";
  // All else outside of 2000::/3 is unspecified, IPv4-compatible, NAT64, link-local, site-local, multicast or unassigned.
  if ((first & 0xe000) !== 0x2000) return "RESERVED";
  // 6to4 and Teredo lead to any IPv4 address; the rest of 2001::/23 is for protocols.
  if (first === 0x2002 || (first === 0x2001 && second < 0x200)) return "RESERVED";
  const is_example = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000);
  return is_example ? "INTERNAL" : "USABLE";
}

/** Full-width and other digits are what the system's resolver makes of them; brackets and the root's dot are no part of an address. */
const bareHost = (host: string): string =>
  host
    .normalize("NFKC")
    .trim()
    .replace(/\u3002/g, ".")
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");

/**
 * The address that a host is, in the one spelling that systems connect to: 2130706433 is 127.0.0.1, an IPv4-mapped address
 * is the IPv4 one, a zone is left out. Null: the host is a name.
 */
export function addressOf(host: string): string | null {
  const bare = bareHost(host);
  const groups = bare.includes(":") ? parseIpv6(bare) : null;
  const address = groups ? mappedIpv4(groups) : bare.includes(":") ? null : parseIpv4(bare);
  if (address !== null) return [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join(".");
  return groups?.map((group) => group.toString(16)).join(":") ?? null;
}

/** A host in one spelling, to tell it from others by: 127.1 is 127.0.0.1; names are in small letters. */
export function normalHost(host: string): string {
  if (host.includes(":")) return parseIpv6(host)?.join(":") ?? host.toLowerCase();
  const address = parseIpv4(host);
  return address === null ? host.toLowerCase().replace(/\.$/, "") : String(address);
}

/** What kind of address a host is; null for a name, which only a resolver can judge. */
export function kindOfAddress(host: string): AddressKind | null {
  const bare = bareHost(host);
  if (bare.includes(":")) {
    const groups = parseIpv6(bare);
    return groups === null ? null : kindOfIpv6(groups);
  }
  const address = parseIpv4(bare);
  if (address !== null) return kindOfIpv4(address);
  return /(^|\.)localhost$/i.test(bare) ? "LOOPBACK" : null;
}
