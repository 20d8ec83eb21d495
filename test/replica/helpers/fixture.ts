// The stage of a replica test: a server, a line to it that can be broken, and desks that are closed afterwards.
import "fake-indexeddb/auto";
import { afterEach, beforeEach } from "vitest";
import type { SecretStore } from "../../../renderer/kernel/replica/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { type Desk, signIn, unlock } from "./headless-desktop.ts";
import { type Peer, startPeer } from "./memory-server.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

export interface Office {
  peer: Peer;
  proxy: TcpProxy;
  /** Name of the list of accounts: one machine. */
  machine: string;
  signIn(password?: string, secrets?: SecretStore, username?: string): Promise<Desk>;
  unlock(password?: string, secrets?: SecretStore): Promise<Desk>;
}

/** Registers the hooks; the members are set anew for every test. */
export function stageOffice(collections: readonly string[]): Office {
  const desks: Desk[] = [];
  const track = async (opening: Promise<Desk>) => {
    const desk = await opening;
    desks.push(desk);
    return desk;
  };
  const office: Partial<Office> = {
    signIn: (password, secrets, username) =>
      track(signIn(office.proxy!.url, office.machine!, password, secrets, username)),
    unlock: (password, secrets) => track(unlock(office.proxy!.url, office.machine!, password, secrets)),
  };
  beforeEach(async () => {
    office.machine = `machine-${newId()}`;
    office.peer = await startPeer(collections);
    office.proxy = await startTcpProxy(office.peer.port);
  });
  afterEach(async () => {
    await Promise.all(desks.splice(0).map((desk) => desk.close()));
    await office.proxy!.close();
    await office.peer!.close();
  });
  return office as Office;
}
