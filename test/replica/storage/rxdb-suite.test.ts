// What RxDB exports of its own tests, over the replica's storage: its suite of replications, and the course of its measurements,
// of which here what it finds counts, not how long it takes.
import "fake-indexeddb/auto";
import { addRxPlugin, type RxCollection } from "rxdb/plugins/core";
import { disableWarnings, RxDBDevModePlugin } from "rxdb/plugins/dev-mode";
import { RxDBLocalDocumentsPlugin } from "rxdb/plugins/local-documents";
import { replicateRxCollection } from "rxdb/plugins/replication";
import {
  getPullHandler,
  getPullStream,
  getPushHandler,
  humansCollection,
  runPerformanceTests,
  runReplicationBaseTestSuite,
  setConfig,
} from "rxdb/plugins/test-utils";
import { wrappedValidateAjvStorage } from "rxdb/plugins/validate-ajv";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openDisk } from "../../../renderer/kernel/replica/disk/disk.ts";
import { Log } from "../../../renderer/kernel/replica/disk/log.ts";
import { createStorage } from "../../../renderer/kernel/replica/storage/index.ts";
import { newId } from "../../../shared/kernel/id.ts";

let close = () => {};
let log: Log | null = null;
/** The mode for development, which its suite needs and the product never has, wants what is written to be checked. */
const storage = () => wrappedValidateAjvStorage({ storage: createStorage({ log }) });

// Its words are mocha's.
Object.assign(globalThis, { describe, it });
disableWarnings();
addRxPlugin(RxDBDevModePlugin);
addRxPlugin(RxDBLocalDocumentsPlugin);
setConfig({
  storage: {
    name: "lastmile-replica",
    getStorage: storage,
    getPerformanceStorage: () => ({ storage: storage(), description: "over the sealed log" }),
    hasPersistence: true,
    hasMultiInstance: false,
    hasAttachments: false,
    hasReplication: true,
  },
});

beforeAll(async () => {
  const name = `suite-${newId()}`;
  const disk = await openDisk(name);
  close = () => disk.close();
  const usages = ["encrypt", "decrypt"] as const;
  log = new Log(disk, await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, usages), name);
});
afterAll(() => close());

describe("RxDB's suite of replications, between collections over the replica's storage", () => {
  let server: RxCollection | null = null;
  const replicate = (collection: RxCollection, live: boolean) => {
    if (!server) throw new Error("There is no server");
    return replicateRxCollection({
      collection,
      replicationIdentifier: "server",
      live,
      pull: { handler: getPullHandler(server), stream$: getPullStream(server) },
      push: { handler: getPushHandler(server) },
    });
  };
  afterAll(() => server?.database.close());
  runReplicationBaseTestSuite({
    startReplication: (collection) => replicate(collection, true),
    syncOnce: async (collection) => {
      const once = replicate(collection, false);
      await once.awaitInitialReplication();
      await once.cancel();
    },
    getAllServerDocs: async () => (await server?.find().exec())?.map((document) => document.toJSON()) ?? [],
    cleanUpServer: async () => {
      await server?.database.close();
      server = await humansCollection.create(0, "human", false);
    },
    getPrimaryOfServerDoc: ({ passportId }) => passportId,
  });
});

test("In the course of RxDB's measurements everything that was written is found, by ids, queries and counts", async () => {
  const measured = await runPerformanceTests(storage(), "over the sealed log", {
    ...{ runs: 2, collectionsAmount: 2, docsAmount: 240, serialDocsAmount: 10 },
    ...{ waitBetweenTests: 0, log: false },
  });
  expect(Object.keys(measured)).toContain("find-by-query");
});
