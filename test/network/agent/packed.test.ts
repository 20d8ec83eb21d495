// What an agent sends: packed where it is long, so that a chassis costs the office's uplink little; and what a server unpacks.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { oltModel } from "../../../main/network/simulators/olt/models/index.ts";
import { startOltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { makeOnus } from "../../../main/network/simulators/olt/onus.ts";
import { openSnmp } from "../../../main/network/snmp/session.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { openNetworkFixture } from "../helpers/network-fixture.ts";
import { oltAccess } from "../snmp/helpers/access.ts";

/** What a chassis of 1,024 ONUs is found to be. */
async function walkChassis() {
  const onus = makeOnus({ ports: 16, per_port: 64, media: "GPON", first: 0 });
  const olt = await startOltSimulator({ model: oltModel("huawei-gpon"), ports: 16, onus });
  const session = openSnmp(oltAccess(olt.port), { address: olt.host, role: "read" });
  const reader = new OltReader({ vendor: "HUAWEI", clock: () => performance.now(), now: Date.now });
  try {
    const { reading } = await reader.readAll(session);
    if (reading?.onus.length !== 1_024) throw new Error("The chassis was not read");
    return reading;
  } finally {
    session.close();
    await olt.close();
  }
}

test("The reading of a chassis of 1,024 ONUs crosses the wire in a tenth of its bytes, and arrives as it was", async () => {
  const bodies: { encoding: string | undefined; bytes: Buffer }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push({ encoding: request.headers["content-encoding"], bytes: Buffer.concat(chunks) });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ result: { data: { watch: true } } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const link = createServerLink({ url: `http://127.0.0.1:${port}`, token: "any" });
  try {
    const input = {
      agent_id: newId(),
      olt: newId(),
      status: "ONLINE" as const,
      reading: await walkChassis(),
    };
    await link.observeOlt(input);
    await link.observeOlt({ ...input, reading: undefined });
    const [packed, short] = bodies;
    const open = JSON.stringify(input);
    expect(packed?.encoding).toBe("gzip");
    expect(packed?.bytes.length).toBeLessThan(open.length / 10);
    expect(gunzipSync(packed?.bytes ?? "").toString()).toBe(open);
    expect(short?.encoding).toBeUndefined();
  } finally {
    link.close();
    server.close();
  }
});

test("A report that unpacks to more than a server takes open is refused before it is read, and another one of that size is read", async () => {
  const { server, agentToken, tenant } = await openNetworkFixture();
  const observe = async (body: string) => {
    const response = await fetch(`${server.url}/trpc/agent.observeOlt`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${agentToken}`,
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: gzipSync(body),
    });
    return { status: response.status, text: await response.text() };
  };
  try {
    const { body: olt } = await tenant.owner.post("/olts/", { name: "O", host: "203.0.113.9" });
    const input = { agent_id: newId(), olt: olt.id, status: "ONLINE", sys_descr: "x" };
    const spaces = (count: number) => JSON.stringify(input).replace("{", `{${" ".repeat(count)}`);
    expect((await observe(spaces(10_000_000))).status).toBe(200);
    const bomb = await observe(spaces(200_000_000));
    expect(bomb.status, bomb.text.slice(0, 300)).toBe(413);
    expect((await observe("{}".repeat(10))).status).toBe(400);
  } finally {
    await server.stop();
  }
});
