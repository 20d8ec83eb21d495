// Where the server connects to at a company's word: by the address, in whatever spelling, and by what the installation lists.
import { networkInterfaces } from "node:os";
import { expect, it, test } from "vitest";
import { NotAllowed, OutgoingGuard } from "../../../server/kernel/outgoing/guard.ts";
import { addressOf } from "../../../shared/kernel/outgoing/address.rules.ts";

const closed = new OutgoingGuard([]);

/** One address of each network that IANA or a cloud keeps, and one of them in every spelling that a resolver or a URL takes. */
const REFUSED = [
  ...[
    "127.0.0.1",
    "127.255.255.254",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
  ],
  ...["①②⑦.0.0.1", "１２７.0.0.1", "127。0。0。1", "127.0.0.1.", "0x7F.0x0.0x0.0x1", "[127.0.0.1]"],
  ...["0.0.0.0", "0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
  ...["100.64.0.1", "100.127.255.255", "100.100.100.200", "169.254.169.254", "0xa9fea9fe", "168.63.129.16"],
  ...["192.0.0.192", "192.0.0.1", "192.0.2.7", "198.51.100.7", "203.0.113.7", "198.18.0.1", "198.19.255.255"],
  ...["192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...[
    "::",
    "::1",
    "[::1]",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "[::ffff:7f00:1]",
    "::ffff:a00:1",
    "::127.0.0.1",
  ],
  ...["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "2002:7f00:1::", "2002:a9fe:a9fe::", "2001::1"],
  ...["2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "2001:20::1", "3fff::1", "100::1", "5f00::1"],
  ...["fc00::1", "fd12:3456::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "[fe80::1%25eth0]", "fec0::1"],
  ...["ff02::1", "::ffff:0:127.0.0.1", "localhost", "LOCALHOST.", "api.localhost", "4000::1"],
];

it.each(REFUSED)("The server makes no connection to %s", (host) => {
  expect(closed.isRefused(host)).toBe(true);
});

it.each([
  "8.8.8.8",
  "172.32.0.1",
  "100.128.0.1",
  "2a00:1450::1",
  "::ffff:8.8.8.8",
  "mail.example.net",
  "1.2.3.example",
])("The server may connect to %s as far as its spelling tells", (host) => {
  expect(closed.isRefused(host)).toBe(false);
});

test("What the installation lists is reached in every spelling, and nothing beside it", () => {
  const guard = new OutgoingGuard(["10.20.0.0/16", "127.0.0.1", "fd12::/16"]);
  for (const host of ["10.20.3.4", "::ffff:10.20.3.4", "0x0a140304", "127.1", "fd12::1", "localhost"])
    expect(guard.isRefused(host), host).toBe(false);
  for (const host of ["10.21.0.1", "127.0.0.2", "::1", "fd13::1", "64:ff9b::a14:304"])
    expect(guard.isRefused(host), host).toBe(true);
});

test("This machine's own addresses are its own, whatever network they are of", () => {
  const own = Object.values(networkInterfaces()).flatMap((lines) => lines ?? []);
  expect(own.length).toBeGreaterThan(0);
  for (const { address } of own) expect(closed.isRefused(address), address).toBe(true);
});

/** What a connection to a name would be made to. */
const looked = (guard: OutgoingGuard, name: string) =>
  new Promise<unknown>((resolve) => {
    guard.lookup(name, { all: true }, (error, found) => resolve(error ?? found));
  });

test("A name is judged by every address that it leads to when it is connected to", async () => {
  expect(await looked(closed, "localhost")).toBeInstanceOf(NotAllowed);
  // What the system's resolver makes of a number.
  expect(await looked(closed, "2130706433")).toBeInstanceOf(NotAllowed);
  const home = new OutgoingGuard(["127.0.0.0/8"]);
  expect(await looked(home, "localhost")).toEqual([{ address: "127.0.0.1", family: 4 }]);
});

test("An address has one spelling, and a name has none", () => {
  expect(addressOf("0x7f.1")).toBe("127.0.0.1");
  expect(addressOf("::ffff:7f00:1")).toBe("127.0.0.1");
  expect(addressOf("[2002:A9FE::%eth0]")).toBe("2002:a9fe:0:0:0:0:0:0");
  expect([addressOf("mail.example.net"), addressOf("1.2.3.4.5"), addressOf("")]).toEqual([null, null, null]);
});
