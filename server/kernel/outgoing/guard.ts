// One guard for every connection that the server makes at a company's word: where it may lead (contract §1). It goes by the
// address that is connected to, never by the name, and by what the installation allows, never by where the server listens.
import { type LookupAddress, lookup, Resolver } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { Failure, type FieldError } from "../../../shared/kernel/failure.ts";
import { addressOf, kindOfAddress } from "../../../shared/kernel/outgoing/address.rules.ts";

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** A connection that was not made, since it would have led where none may. */
export class NotAllowed extends Error {
  override readonly name = "NotAllowed";
  readonly code = "ADDRESS_NOT_ALLOWED";

  constructor() {
    super("No connection is made to this address: LASTMILE_OUTGOING_ALLOW does not list its network");
  }
}

/** This machine's own addresses: what is sent to them arrives as over loopback, past every firewall. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((lines) =>
    lines?.some((line) => addressOf(line.address) === address),
  );

type Resolved = (error: NodeJS.ErrnoException | null, found: readonly LookupAddress[]) => void;

const RESOLVER = { timeout: 2_000, tries: 2 } as const;

/** All addresses that the installation's own resolver has for a name: a name without any of one kind may have some of the other. */
function askResolver(server: string, host: string, done: Resolved): void {
  const resolver = new Resolver(RESOLVER);
  resolver.setServers([server]);
  const answers: LookupAddress[] = [];
  let open = 2;
  let failed: NodeJS.ErrnoException | null = null;
  const take = (kind: 4 | 6) => (error: NodeJS.ErrnoException | null, found: readonly string[]) => {
    if (error) failed = error;
    else answers.push(...found.map((address) => ({ address, family: kind })));
    open -= 1;
    if (open === 0) done(answers.length > 0 ? null : failed, answers);
  };
  resolver.resolve4(host, take(4));
  resolver.resolve6(host, take(6));
}

export class OutgoingGuard {
  readonly #allowed = new BlockList();
  readonly #resolve: (host: string, hints: object, done: Resolved) => void;

  /**
   * @param allow networks such as 10.0.0.0/8, and addresses, that may be reached although they are private.
   * @param dns_server "address" or "address:port" that names are asked of; null: the machine's own resolver.
   */
  constructor(allow: readonly string[], dns_server: string | null = null) {
    this.#resolve = dns_server
      ? (host, _hints, done) => askResolver(dns_server, host, done)
      : (host, hints, done) =>
          lookup(host, { ...hints, all: true }, (error, found) => done(error, found ?? []));
    for (const network of allow) {
      const [first = "", length] = network.split("/");
      const address = addressOf(first) ?? first;
      const bits = Number(length ?? (family(address) === "ipv4" ? 32 : 128));
      this.#allowed.addSubnet(address, bits, family(address));
    }
  }

  /** Whether the server may connect to an address, in whatever spelling. */
  mayReach(address: string): boolean {
    const plain = addressOf(address);
    if (plain === null) return false;
    if (this.#allowed.check(plain, family(plain))) return true;
    return kindOfAddress(plain) === "USABLE" && !isOwn(plain);
  }

  /**
   * Whether a host that a user enters is known to be forbidden before it is resolved: as an
   * address, or as a name that is this machine's everywhere. Other names are judged with each connection.
   */
  isRefused(host: string): boolean {
    const plain = addressOf(host);
    if (plain !== null) return !this.mayReach(plain);
    return kindOfAddress(host) === "LOOPBACK" && !["127.0.0.1", "::1"].some((one) => this.mayReach(one));
  }

  /** @throws Failure ADDRESS_NOT_ALLOWED about the field that names the host. */
  require(field: string, host: string): void {
    if (this.isRefused(host)) this.refuse(field);
  }

  /** @throws Failure ADDRESS_NOT_ALLOWED about this field. */
  refuse(field: string): never {
    const message = "The server makes no connections to this address";
    const errors: FieldError[] = [{ field, code: "ADDRESS_NOT_ALLOWED", message }];
    throw new Failure("ADDRESS_NOT_ALLOWED", message, { errors });
  }

  /**
   * Resolves a connection's name, once: it is made to an address that was judged, and to no other that the name has later.
   * What it gives is `lookup` of node:net, which asks it for names alone: an address is judged with `isRefused` before.
   */
  readonly lookup: LookupFunction = (host, options, done) => {
    this.#resolve(host, options, (error, found) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => this.mayReach(address));
      const [first] = allowed;
      if (!first) return done(new NotAllowed(), []);
      return options.all ? done(null, [...allowed]) : done(null, first.address, first.family);
    });
  };
}
