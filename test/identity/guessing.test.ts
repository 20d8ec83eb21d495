// Guessing passwords: who is locked out, from where, and who still gets in (contract §2). Addresses are all of loopback.
import { randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "guessed" });
});
afterAll(() => server.stop());

interface Told {
  status: number;
  code: string | undefined;
  retry_after: number;
}

/** Signs in from an address of this machine's own. */
function loginFrom(localAddress: string, body: object): Promise<Told> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.url}/api/v1/auth/login/`, {
      method: "POST",
      localAddress,
      agent: false,
      headers: { "content-type": "application/json" },
    });
    request.on("error", reject);
    request.on("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { code } = JSON.parse(Buffer.concat(chunks).toString());
      const retry_after = Number(response.headers["retry-after"]);
      resolve({ status: response.statusCode ?? 0, code, retry_after });
    });
    request.end(JSON.stringify(body));
  });
}

const wrongFrom = (address: string, username: string) =>
  loginFrom(address, { username, password: "wrong-password", tenant: "guessed" });
const rightFrom = (address: string, username: string, more: object = {}) =>
  loginFrom(address, { username, password: `${username}-secret`, ...more });

async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
}

const secret = () => randomBytes(32).toString("base64url");

describe("guessing", () => {
  it("Guessing from one address locks the username for that address alone", async () => {
    await tenant.staff("till-one", "Counter");
    const guesses = await times(6, () => wrongFrom("127.0.1.1", "till-one"));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    const locked = await rightFrom("127.0.1.1", "till-one");
    expect(locked).toMatchObject({ status: 429, code: "ACCOUNT_LOCKED" });
    expect(locked.retry_after).toBeGreaterThan(14 * 60);
    expect((await rightFrom("127.0.1.2", "till-one")).status).toBe(200);
    // What came right elsewhere opens nothing here.
    expect((await rightFrom("127.0.1.1", "till-one")).status).toBe(429);
  });

  it("Guessing from many addresses locks the username for all but devices that it signed in on before", async () => {
    await tenant.staff("till-two", "Counter");
    await tenant.staff("till-three", "Counter");
    const [own, foreign] = [secret(), secret()];
    expect((await rightFrom("127.0.2.100", "till-two", { device_secret: own })).status).toBe(200);
    expect((await rightFrom("127.0.2.100", "till-three", { device_secret: foreign })).status).toBe(200);
    const guesses = await times(20, (index) => wrongFrom(`127.0.2.${1 + (index >> 2)}`, "till-two"));
    expect(guesses.map(({ status }) => status)).toEqual(Array(20).fill(401));
    for (const device_secret of [undefined, secret(), foreign]) {
      const refused = await rightFrom("127.0.2.50", "till-two", { device_secret });
      expect(refused).toMatchObject({ status: 429, code: "ACCOUNT_LOCKED" });
    }
    expect((await rightFrom("127.0.2.51", "till-two", { device_secret: own })).status).toBe(200);
    // A stolen device is no way to guess without end either.
    const wrong = { password: "wrong-password", device_secret: own };
    const stolen = await times(6, (index) => rightFrom(`127.0.2.${60 + index}`, "till-two", wrong));
    expect(stolen.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await rightFrom("127.0.2.51", "till-two", { device_secret: own })).status).toBe(429);
  });

  it("Guessing over all usernames locks the address after sixty in a minute, and fills nobody's audit log", async () => {
    await tenant.staff("till-four", "Counter");
    const before = (await tenant.owner.get("/audit-logs/?module=identity")).body.count;
    const device_secret = secret();
    expect((await rightFrom("127.0.3.1", "till-four", { device_secret })).status).toBe(200);
    const spray = (name: string) =>
      Promise.all(Array.from({ length: 5 }, (_, n) => wrongFrom("127.0.3.1", `${name}-${n}`)));
    await spray("first");
    // Fifty more within the minute, without the work of their hashes.
    const { count: counted } = await server.services.db.platform`update login_failures
      set failures = failures + 50 where username = '' and address = '127.0.3.1' and failures = 5`;
    expect(counted).toBe(1);
    expect((await spray("last")).map(({ status }) => status)).toEqual(Array(5).fill(401));
    const locked = await rightFrom("127.0.3.1", "till-four");
    expect(locked).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    expect(locked.retry_after).toBeGreaterThan(60);
    expect((await rightFrom("127.0.3.1", "till-four", { device_secret })).status).toBe(200);
    expect((await rightFrom("127.0.3.2", "till-four")).status).toBe(200);
    const { count, results } = (await tenant.owner.get("/audit-logs/?module=identity")).body;
    // Of the sixty: the first of the address, and the lock. The others are the three sign-ins that came right.
    expect(count - before).toBe(5);
    expect(results.map(({ action }: { action: string }) => action)).toContain("login.locked");
  });

  it("Guessing is counted in the audit log: the first, the lock with its number, and how many came before a right one", async () => {
    await tenant.staff("till-five", "Counter");
    await times(3, () => wrongFrom("127.0.4.1", "till-five"));
    await rightFrom("127.0.4.1", "till-five");
    await times(7, () => wrongFrom("127.0.4.1", "till-five"));
    const log = await tenant.owner.get(
      "/audit-logs/?actor_username=till-five&page_size=10&ordering=timestamp",
    );
    const rows = log.body.results.map(
      ({ action, details }: { action: string; details: { note?: string } }) =>
        details.note ? `${action}: ${details.note}` : action,
    );
    expect(rows.slice(1)).toEqual([
      "login.failed",
      "login: after 3 failed sign-ins",
      "login.failed",
      expect.stringContaining("login.locked: 5 failed sign-ins of this username"),
    ]);
  });
});
