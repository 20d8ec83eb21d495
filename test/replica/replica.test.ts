// The replica and the outbox against a real server: first sync, restart offline, broken lines, damaged disks.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../../renderer/kernel/replica/live.ts";
import { newId } from "../../shared/kernel/id.ts";
import { type Desk, handedIn, inSync, signIn, unlock } from "./helpers/desk.ts";
import { customers, type Peer, startPeer } from "./helpers/peer.ts";
import { startTcpProxy, type TcpProxy } from "./helpers/tcp-proxy.ts";

let peer: Peer;
let proxy: TcpProxy;
let vault: string;
const desks: Desk[] = [];

const track = async (desk: Promise<Desk>) => {
  const opened = await desk;
  desks.push(opened);
  return opened;
};
const signInHere = (password?: string) => track(signIn(proxy.url, vault, password));
const unlockHere = (password?: string) => track(unlock(proxy.url, vault, password));

beforeEach(async () => {
  vault = `vault-${newId()}`;
  peer = await startPeer(["customers", "recharges", "packages", "settings"]);
  proxy = await startTcpProxy(peer.port);
});

afterEach(async () => {
  await Promise.all(desks.splice(0).map((desk) => desk.close()));
  await proxy.close();
  await peer.close();
});

test("what was pulled is there after a restart without a server", async () => {
  peer.put("customers", customers(5000));
  peer.put("packages", [{ id: "p1", name: "Home 20", price: "800.00" }]);
  const first = await signInHere();
  await inSync(first.replica);
  expect(first.replica.count("customers")).toBe(5000);
  await first.close();

  proxy.set("refuse");
  const second = await unlockHere();
  await until(second.replica.progress$, ({ phase }) => phase === "ready");
  expect(second.replica.count("customers")).toBe(5000);
  expect(second.replica.search("rahima 4240").rows[0]?.username).toBe("user4240");
  const [found] = await second.replica.find("customers", { phone: "+880 1700000042" });
  expect(found?.username).toBe("user42");
  expect(await second.replica.get("packages", "p1")).toEqual({ id: "p1", name: "Home 20", price: "800.00" });
  await until(second.replica.status$, ({ state }) => state === "offline");
});

test("thirty commands made offline arrive once each and in order after a restart", async () => {
  peer.put("customers", customers(10));
  const first = await signInHere();
  await inSync(first.replica);
  proxy.set("refuse");
  await until(first.replica.status$, ({ state }) => state === "offline", AbortSignal.timeout(20_000));
  for (let n = 0; n < 30; n++) {
    await first.replica.send("recharge.create", {
      customer_id: customers(10)[n % 10]!.id,
      amount: String(n),
    });
  }
  await first.close();

  const second = await unlockHere();
  expect(second.replica.status$.getSnapshot().waiting).toBe(30);
  proxy.set("pass");
  await handedIn(second.replica);
  expect(peer.applied.map(({ payload }) => payload.amount)).toEqual(
    Array.from({ length: 30 }, (_, n) => String(n)),
  );
  expect(peer.applied.map(({ device_seq }) => device_seq)).toEqual(
    Array.from({ length: 30 }, (_, n) => n + 1),
  );
});
