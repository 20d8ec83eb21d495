// An agent and a server of different releases: neither goes on as if they understood each other, and both say why, in words.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createAgent } from "../../../main/agent.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { PROTOCOL, PROTOCOL_HEADER } from "../../../shared/kernel/sync/protocol.ts";
import { startProgram } from "../../helpers/process/program.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One that speaks an older protocol than this program, whatever it is asked. */
const older: RequestListener = (_request, response) => {
  response.setHeader(PROTOCOL_HEADER, String(PROTOCOL - 1));
  response.end(JSON.stringify({ result: { data: { routers: [] } } }));
};

/** One that no longer serves what this program speaks. */
const newer: RequestListener = (_request, response) => {
  response.setHeader(PROTOCOL_HEADER, String(PROTOCOL + 1));
  response.statusCode = 409;
  const problem = { code: "APP_TOO_OLD", status: 409, title: "Too old", detail: "Update this app" };
  const data = { code: "CONFLICT", httpStatus: 409, problem };
  response.end(JSON.stringify({ error: { message: "Update this app", code: -32_009, data } }));
};

test.each([
  ["an older", older, "SERVER_TOO_OLD", "The server is older than this agent: update the server."],
  ["a newer", newer, "AGENT_TOO_OLD", "This agent is older than the server: update the agent."],
] as const)(
  "An agent that meets a server of %s release does no work, and says why",
  async (_name, answer, code, words) => {
    const url = await serve(answer);
    const link = createServerLink({ url, token: "any" });
    const agent_id = newId();
    await expect(link.hello({ agent_id, name: "office" })).rejects.toMatchObject({ code, message: words });
    const agent = createAgent({ link, agent_id, name: "office", log: () => {} });
    closers.push(() => agent.stop());
    agent.start();
    await expect.poll(() => agent.status()).toMatchObject({ connected: false, server_error: words });
  },
);

test.each([
  ["an older", older, "LASTMILE_SERVER is older than this agent: update the server"],
  ["a newer", newer, "LASTMILE_SERVER is newer than this agent: update the agent"],
] as const)(
  "The office's agent that meets a server of %s release ends with exit code 2 and one line",
  async (_name, answer, line) => {
    const LASTMILE_SERVER = await serve(answer);
    const program = startProgram("main/start-agent.ts", { LASTMILE_SERVER, LASTMILE_TOKEN: "any" });
    closers.push(() => program.stop());
    expect(await program.ended).toBe(2);
    expect(program.errors().trim()).toBe(line);
  },
);

test("An agent says with each call of which release it is", async () => {
  const said: (string | string[] | undefined)[] = [];
  const url = await serve((request, response) => {
    said.push(request.headers[PROTOCOL_HEADER]);
    response.end(JSON.stringify({ result: { data: { accepted: true } } }));
  });
  const link = createServerLink({ url, token: "any" });
  await link.renew({ job_id: newId(), lease_id: newId() });
  expect(said).toEqual([String(PROTOCOL)]);
});
