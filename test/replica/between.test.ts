// Somebody between this computer and the server (a proxy, a filter, a portal): named as such, with what still works.

import { afterEach, beforeEach, expect, test } from "vitest";
import { syncProblemWords } from "../../renderer/kernel/problem-words.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { newId } from "../../shared/kernel/id.ts";
import { eventually } from "../helpers/process/wait.ts";
import { EN } from "../renderer/known-words.ts";
import { type Between, startBetween } from "./helpers/between.ts";
import { openFixture } from "./helpers/fixture.ts";
import { type Desk, handedIn, inSync, rechargeOf, signIn } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const fixture = openFixture(["customers", "recharges"]);
const someone = customers(1)[0]!.id;
let between: Between;
let desk: Desk;

beforeEach(async () => {
  between = await startBetween(fixture.memoryServer.port);
  fixture.memoryServer.put("customers", customers(5));
});
afterEach(async () => {
  await desk.close();
  await between.close();
});

const open = async () => {
  desk = await signIn(between.url, `machine-${newId()}`);
  return desk.replica;
};
const isPush = (path: string) => path.endsWith("/sync.push");
const status = () => desk.replica.status$.getSnapshot();
const amounts = () => fixture.memoryServer.applied.map(({ payload }) => payload.amount);

test("A proxy that takes no request above a size gets smaller ones, and none that it refused again", async () => {
  const replica = await open();
  await inSync(replica);
  let refused = 0;
  between.rule((path, bytes) => {
    if (!isPush(path) || bytes <= 1000) return isPush(path) ? { page: 403 } : "pass";
    return { page: 413 };
  });
  for (let n = 0; n < 8; n++) await replica.send(rechargeCreate, rechargeOf(someone, String(n)));
  await eventually(() => status().problem?.code === "BETWEEN_PUSH");
  between.rule((path, bytes) => {
    if (!isPush(path) || bytes <= 1000) return "pass";
    refused += 1;
    return { page: 413 };
  });
  await handedIn(replica);
  expect(amounts()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  expect(refused).toBeLessThanOrEqual(3);
  await eventually(() => status().problem === null);
});

test("A filter that refuses what is handed in is named with its status, and what others do still arrives", async () => {
  const replica = await open();
  await inSync(replica);
  between.rule((path) => (isPush(path) ? { page: 403 } : "pass"));
  await replica.send(rechargeCreate, rechargeOf(someone, "5"));
  await eventually(() => status().problem?.code === "BETWEEN_PUSH");
  fixture.memoryServer.put("customers", [{ ...customers(1)[0]!, name: "Changed meanwhile" }]);
  await eventually(async () => (await replica.get("customers", someone))?.name === "Changed meanwhile");
  expect(status()).toMatchObject({ state: "online", problem: { details: { between: 403 } }, waiting: 1 });
  expect(syncProblemWords(status().problem!, EN).text).toMatch(/^Something between .* refuses .* status 403/);
  between.rule(() => "pass");
  await handedIn(replica);
  expect(amounts()).toEqual(["5"]);
  await eventually(() => status().problem === null);
});

test.each([200, 403, 511])(
  "A portal that answers everything with a page (%i) is named, and is no line",
  async (page) => {
    const replica = await open();
    await inSync(replica);
    between.rule(() => ({ page }));
    replica.reconnect();
    await eventually(() => status().state === "offline" && status().problem?.code === "BETWEEN");
    expect(syncProblemWords(status().problem!, EN).text).toContain(`(status ${page})`);
    await replica.send(rechargeCreate, rechargeOf(someone, "7"));
    between.rule(() => "pass");
    await handedIn(replica);
    await eventually(() => status().problem === null);
    expect(amounts()).toEqual(["7"]);
  },
);

test("A stream whose body is kept is asked beside, so that changes come, and the state says that they come late", async () => {
  const replica = await open();
  await inSync(replica);
  between.rule((path) => (path.endsWith("/sync.changes") ? "keep" : "pass"));
  replica.reconnect();
  await eventually(() => status().late);
  fixture.memoryServer.put("customers", [{ ...customers(1)[0]!, name: "Changed meanwhile" }]);
  await eventually(async () => (await replica.get("customers", someone))?.name === "Changed meanwhile");
  expect(status()).toMatchObject({ state: "online", late: true });
  between.rule(() => "pass");
  replica.reconnect();
  await eventually(() => status().state === "online" && !status().late);
});

test("A stream that is refused by somebody between is asked beside as well", async () => {
  const replica = await open();
  await inSync(replica);
  between.rule((path) => (path.endsWith("/sync.changes") ? { page: 403 } : "pass"));
  replica.reconnect();
  await eventually(() => status().late);
  fixture.memoryServer.put("customers", [{ ...customers(1)[0]!, name: "Changed meanwhile" }]);
  await eventually(async () => (await replica.get("customers", someone))?.name === "Changed meanwhile");
  expect(status().state).toBe("online");
});
