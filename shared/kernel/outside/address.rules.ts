// Addresses that no device or service of a company may have: its records must not steer a program at its own machine or a cloud's keys.

export type AddressKind = "LOOPBACK" | "RESERVED" | "USABLE";

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

/** Networks by first address and prefix length. */
const RESERVED_IPV4: readonly (readonly [number, number])[] = [
  [ipv4(0, 0, 0, 0), 8],
  [ipv4(169, 254, 0, 0), 16],
  // Metadata services of clouds (Alibaba, Oracle) outside the link-local network.
  [ipv4(100, 100, 100, 200), 32],
  [ipv4(192, 0, 0, 192), 32],
  // Multicast, reserved, broadcast.
  [ipv4(224, 0, 0, 0), 3],
];

function kindOfIpv4(address: number): AddressKind {
  if (Math.floor(address / 2 ** 24) === 127) return "LOOPBACK";
  const within = ([first, length]: readonly [number, number]): boolean =>
    Math.floor(address / 2 ** (32 - length)) === Math.floor(first / 2 ** (32 - length));
  return RESERVED_IPV4.some(within) ? "RESERVED" : "USABLE";
}

function kindOfIpv6(groups: readonly number[]): AddressKind {
  const [first = 0, second = 0, , , , sixth = 0, seventh = 0, last = 0] = groups;
  const zeros = groups.slice(0, 5).every((group) => group === 0);
  const low = seventh * 65_536 + last;
  if (zeros && sixth === 0 && low === 1) return "LOOPBACK";
  // IPv4-mapped, and the unspecified and long-deprecated compatible ones.
  if (zeros && sixth === 0xffff) return kindOfIpv4(low);
  if (zeros && sixth === 0) return "RESERVED";
  // NAT64 leads to any IPv4 address; link-local; site-local; multicast; Amazon's metadata service.
  const nat64 = first === 0x64 && second === 0xff9b;
  const metadata = first === 0xfd00 && second === 0xec2;
  const local = (first & 0xffc0) === 0xfe80 || (first & 0xffc0) === 0xfec0 || (first & 0xff00) === 0xff00;
  return nat64 || metadata || local ? "RESERVED" : "USABLE";
}

/** A host in one spelling, to tell it from others by: 127.1 is 127.0.0.1; names are in small letters. */
export function normalHost(host: string): string {
  if (host.includes(":")) return parseIpv6(host)?.join(":") ?? host.toLowerCase();
  const address = parseIpv4(host);
  return address === null ? host.toLowerCase().replace(/\.$/, "") : String(address);
}

/** What kind of address a host is; null for a name, which only a resolver can judge. */
export function kindOfAddress(host: string): AddressKind | null {
  if (host.includes(":")) {
    const groups = parseIpv6(host);
    return groups === null ? null : kindOfIpv6(groups);
  }
  const address = parseIpv4(host);
  if (address !== null) return kindOfIpv4(address);
  return /^localhost\.?$/i.test(host) || /\.localhost\.?$/i.test(host) ? "LOOPBACK" : null;
}
