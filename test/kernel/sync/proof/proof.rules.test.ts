// What is proven of a command, and how it is written: the same for whoever makes a program of the contract.
import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson, openProver } from "../../../../shared/kernel/sync/proof.ts";

describe("canonical JSON", () => {
  it.each([
    ["keys are sorted at every depth", { b: 1, a: { d: 2, c: [] } }, '{"a":{"c":[],"d":2},"b":1}'],
    [
      "by UTF-16 units, not by an alphabet",
      { é: 1, Z: 2, a: 3, "\u{1f600}": 4, "\ufb01": 5 },
      '{"Z":2,"a":3,"é":1,"😀":4,"ﬁ":5}',
    ],
    ["no blanks", { a: [1, 2], b: "c d" }, '{"a":[1,2],"b":"c d"}'],
    [
      "numbers as ECMAScript writes them",
      { a: 1.0, b: 1e21, c: -0, d: 0.1, e: 1e-7 },
      '{"a":1,"b":1e+21,"c":0,"d":0.1,"e":1e-7}',
    ],
    ["texts are escaped as little as may be", { a: 'ক"\\\n\u0001/' }, '{"a":"ক\\"\\\\\\n\\u0001/"}'],
    [
      "a member that is undefined is none, an item null",
      { a: undefined, b: [undefined, null] },
      '{"b":[null,null]}',
    ],
    ["what says its own JSON says it", { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ["an array keeps its order", [3, 1, 2], "[3,1,2]"],
  ])("Canonical JSON is written so that %s", (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
    expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(text);
  });
});

describe("a proof", () => {
  const command = {
    ...{ id: "01890000-0000-7000-8000-000000000001", kind: "recharge.create", device_seq: 7 },
    payload: {
      validity_days: 30,
      customer_id: "01890000-0000-7000-8000-000000000002",
      amount: "1200.00",
      note: "নগদ",
    },
    ...{ occurred_at: "2026-11-20T12:00:00.000Z", device_id: "01890000-0000-7000-8000-000000000003" },
    author: "01890000-0000-7000-8000-000000000004",
  };
  const key = Uint8Array.from({ length: 32 }, (_, n) => n);

  it("A proof is that of this fixed example for ever", async () => {
    const prover = await openProver(key);
    const digest = prover.digest(command.payload);
    expect(digest).toBe("1fe8e476353f0ae24d773ea79c71777dd2a10b13384565755fdbb81cb13b24d8");
    expect(prover.prove({ ...command, digest })).toBe("leJjshZUj3HJCLGlj6ZNrDF6N6AuXLaUQYjn8LrEN2Y");
  });

  it("A proof is HMAC-SHA256 over the lines of the contract, as any library makes it", async () => {
    const prover = await openProver(key);
    const { id, kind, payload, occurred_at, device_seq, device_id, author } = command;
    const sorted = Object.fromEntries(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1)));
    const digest = createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
    const lines = [id, kind, digest, occurred_at, device_seq, device_id, author].join("\n");
    expect(prover.digest(payload)).toBe(digest);
    expect(prover.prove({ ...command, digest })).toBe(
      createHmac("sha256", key).update(lines).digest("base64url"),
    );
    // Asked again, in any order, it is the same.
    prover.prove({ ...command, digest, device_seq: 8 });
    expect(prover.prove({ ...command, digest })).toBe(
      createHmac("sha256", key).update(lines).digest("base64url"),
    );
  });
});
