// What a replica is made of, opened in the right order: disk, outbox, memory, and the tabs that share them.
import { type DiskNews, LastingDatabase } from "./disk/disk.ts";
import { IndexStore } from "./disk/index-store.ts";
import { type DeviceKeys, openDeviceKeys } from "./disk/key-ring.ts";
import { Log } from "./disk/log.ts";
import { createProfileStore, type Profile, type ProfileStore } from "./disk/profile.ts";
import { readerOf } from "./disk/reader.ts";
import { Memory } from "./memory/memory.ts";
import { type Observable, observable } from "./observable.ts";
import { Attachments } from "./outbox/attachments.ts";
import { Outbox } from "./outbox/outbox.ts";
import { createOutboxStore, type OutboxStore } from "./outbox/outbox-store.ts";
import { type Projection, Projections } from "./search/projection.ts";
import { joinTabs, type Tabs } from "./tabs.ts";

export interface ReplicaParts {
  disk: LastingDatabase;
  tabs: Tabs;
  log: Log;
  /** The collection whose log turned out to be damaged as its records were read. */
  damaged: Observable<string | null>;
  profile: ProfileStore;
  keys: DeviceKeys;
  store: OutboxStore;
  outbox: Outbox;
  attachments: Attachments;
  memory: Memory;
  projections: Projections;
  /** What the projections keep on disk. */
  kept: IndexStore;
  token: string | null;
  device: Profile["device"] | null;
  lastInSync: string | null;
}

/**
 * Opens everything of one database; memory is still empty. `news` hears when the database is gone, and when its disk takes nothing.
 * @throws LocalFailure STORE_UNAVAILABLE, DISK, INSECURE_CONTEXT.
 */
export async function openReplicaParts(
  name: string,
  key: CryptoKey,
  declared: readonly Projection[],
  news: DiskNews,
): Promise<ReplicaParts> {
  const disk = await LastingDatabase.open(name, news);
  const tabs = joinTabs(name);
  const profile = createProfileStore(disk, key, name);
  const keys = await openDeviceKeys(profile);
  const store = createOutboxStore(disk, keys, name);
  const outbox = await Outbox.open(store, tabs);
  const attachments = await Attachments.open(disk, keys.ring, name, tabs);
  const log = new Log(disk, key, name);
  const damaged = observable<string | null>(null);
  const memory = new Memory(readerOf(log, damaged.set));
  const projections = new Projections(declared);
  memory.onWrite((collection, documents) => projections.apply(collection, documents));
  return {
    disk,
    tabs,
    log,
    damaged,
    profile,
    keys,
    store,
    outbox,
    attachments,
    memory,
    projections,
    kept: new IndexStore(disk, key, name),
    token: await profile.get("token"),
    device: await profile.get("device"),
    lastInSync: await profile.get("last_in_sync_at"),
  };
}
