// What a replica test works with: a server, a connection to it that can be broken, and desktops that are closed afterwards.
import "fake-indexeddb/auto";
import { afterEach, beforeEach } from "vitest";
import type { SecretStore } from "../../../renderer/kernel/replica/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { type Desk, signIn, unlock } from "./headless-desktop.ts";
import { type MemoryServer, startMemoryServer } from "./memory-server.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

export interface Fixture {
  memoryServer: MemoryServer;
  proxy: TcpProxy;
  /** Name of the list of accounts: one machine. */
  machine: string;
  signIn(password?: string, secrets?: SecretStore, username?: string): Promise<Desk>;
  unlock(password?: string, secrets?: SecretStore): Promise<Desk>;
}

/** Registers the hooks; the members are set anew for every test. */
export function openFixture(collections: readonly string[]): Fixture {
  const desks: Desk[] = [];
  const track = async (opening: Promise<Desk>) => {
    const desk = await opening;
    desks.push(desk);
    return desk;
  };
  const fixture: Partial<Fixture> = {
    signIn: (password, secrets, username) =>
      track(signIn(fixture.proxy!.url, fixture.machine!, password, secrets, username)),
    unlock: (password, secrets) => track(unlock(fixture.proxy!.url, fixture.machine!, password, secrets)),
  };
  beforeEach(async () => {
    fixture.machine = `machine-${newId()}`;
    fixture.memoryServer = await startMemoryServer(collections);
    fixture.proxy = await startTcpProxy(fixture.memoryServer.port);
  });
  afterEach(async () => {
    await Promise.all(desks.splice(0).map((desk) => desk.close()));
    await fixture.proxy!.close();
    await fixture.memoryServer!.close();
  });
  return fixture as Fixture;
}
