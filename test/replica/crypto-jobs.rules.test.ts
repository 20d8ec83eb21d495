// What is done aside, by a worker: a page whose worker can't be loaded does it itself, and what does not open says so.
import { scryptSync } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";

const LONG = { text: "x".repeat(10_000) };

/** A worker that answers each message as told, or says that it could not be loaded. */
function workerThat(answers: ((id: number) => unknown) | null): { asked: unknown[]; moved: number[] } {
  const asked: unknown[] = [];
  const moved: number[] = [];
  class FakeWorker extends EventTarget {
    postMessage(message: { id: number }, { transfer }: { transfer: unknown[] }): void {
      asked.push(message);
      moved.push(transfer.length);
      const said = answers ? new MessageEvent("message", { data: answers(message.id) }) : new Event("error");
      queueMicrotask(() => this.dispatchEvent(said));
    }
    terminate(): void {}
  }
  vi.stubGlobal("Worker", FakeWorker);
  return { asked, moved };
}

const cryptoAnew = async () => {
  vi.resetModules();
  const made = await import("../../renderer/kernel/replica/disk/crypto.ts");
  return { ...made, key: await made.importKey(made.randomBytes(32)) };
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("A page whose worker can't be loaded seals, opens and stretches all the same", async () => {
  const { asked } = workerThat(null);
  const { seal, unseal, stretch, key } = await cryptoAnew();
  const [first, second] = await Promise.all([seal(key, "a", LONG), seal(key, "b", LONG)]);
  expect(asked.length).toBe(2);
  expect(await unseal(key, "a", first)).toEqual(LONG);
  expect(await unseal(key, "b", second)).toEqual(LONG);
  const stretched = await stretch("secret", new Uint8Array(16), { N: 16, r: 8, p: 1 });
  expect(stretched).toHaveLength(32);
  expect(asked.length).toBe(2);
});

test("A page that may start no worker seals and opens all the same", async () => {
  class Forbidden {
    constructor() {
      throw new DOMException("Not here", "SecurityError");
    }
  }
  vi.stubGlobal("Worker", Forbidden);
  const { seal, unseal, key } = await cryptoAnew();
  expect(await unseal(key, "a", await seal(key, "a", LONG))).toEqual(LONG);
});

test("What the worker can't open does not open, and a short value asks no worker", async () => {
  const { asked } = workerThat((id) => ({ id, failed: "OperationError" }));
  const { seal, unseal, key } = await cryptoAnew();
  const short = await seal(key, "a", { paid: "700.00" });
  expect(await unseal(key, "a", short)).toEqual({ paid: "700.00" });
  expect(asked.length).toBe(0);
  await expect(seal(key, "a", LONG)).rejects.toThrow("OperationError");
  expect(asked.length).toBe(1);
});

test("Many bytes go over to a worker without a copy once it has answered, and are not lost to one that can't be loaded", async () => {
  const many = () => new Uint8Array(10_000).fill(7);
  const good = workerThat((id) => ({ id, value: { iv: new Uint8Array(12), data: new ArrayBuffer(1) } }));
  const { sealMany, key } = await cryptoAnew();
  await sealMany(key, "a", many());
  await sealMany(key, "a", many());
  expect(good.moved).toEqual([0, 1]);
  workerThat(null);
  const without = await cryptoAnew();
  const sealed = await without.sealMany(without.key, "a", many());
  expect(new Uint8Array(await without.unsealMany(without.key, "a", sealed))).toEqual(many());
});

test("A list of any length opens as it was sealed, whatever is written in it", async () => {
  const { sealList, unseal, key } = await cryptoAnew();
  for (const length of [0, 1, 15, 16, 17, 32, 100]) {
    const list = Array.from({ length }, (_, n) => ({
      n,
      name: `রহিমা "${n}", [Begum]`,
      tags: [],
      note: null,
    }));
    expect(await unseal(key, "a", await sealList(key, "a", list))).toEqual(list);
  }
});

test("A thousand records are sealed without one text so large that only a full collection of garbage takes it", async () => {
  const { asked } = workerThat((id) => ({ id, value: { iv: new Uint8Array(12), data: new ArrayBuffer(1) } }));
  const { sealList, key } = await cryptoAnew();
  const texts = vi.spyOn(JSON, "stringify");
  await sealList(
    key,
    "a",
    Array.from({ length: 1000 }, (_, n) => ({ n, text: "x".repeat(1500) })),
  );
  const longest = Math.max(...texts.mock.results.map(({ value }) => String(value).length));
  texts.mockRestore();
  expect(asked).toHaveLength(1);
  expect(longest).toBeLessThan(64 * 1024);
});

test("What a worker took with it when it stopped is not sealed as if it had been empty", async () => {
  class Stops extends EventTarget {
    #given = 0;
    postMessage(message: { id: number }, { transfer }: { transfer: ArrayBuffer[] }): void {
      structuredClone(transfer, { transfer });
      const answer = { id: message.id, value: { iv: new Uint8Array(12), data: new ArrayBuffer(1) } };
      const said = this.#given++ === 0 ? new MessageEvent("message", { data: answer }) : new Event("error");
      queueMicrotask(() => this.dispatchEvent(said));
    }
    terminate(): void {}
  }
  vi.stubGlobal("Worker", Stops);
  const { sealMany, unsealMany, key } = await cryptoAnew();
  await sealMany(key, "a", new Uint8Array(10_000));
  await expect(sealMany(key, "a", new Uint8Array(10_000))).rejects.toThrow("stopped");
  // From then on the page does it itself.
  const many = new Uint8Array(10_000).fill(7);
  const sealed = await sealMany(key, "a", many.slice());
  expect(new Uint8Array(await unsealMany(key, "a", sealed))).toEqual(many);
});

test("A password is stretched to what scrypt makes of it, however its letters are composed", async () => {
  const { stretchAtOnce } = await import("../../renderer/kernel/replica/disk/kdf.ts");
  const salt = new Uint8Array(16).fill(7);
  for (const password of ["right-horse", "দোকান", "caf\u00e9", "cafe\u0301"]) {
    const made = scryptSync(password.normalize("NFC"), salt, 32, { N: 1024, r: 8, p: 1 });
    expect(await stretchAtOnce(password, salt, { N: 1024, r: 8, p: 1 })).toEqual(new Uint8Array(made));
  }
});
