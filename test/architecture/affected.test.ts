// Which tests a change affects: nearest first, and nothing of what stands beside it left out.
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { affectedTests } from "../runs/affected.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("A changed rule affects the tests of rules first, then those of one room and one area, the browser's last", () => {
  const found = affectedTests(root, ["shared/billing/payment/settlement.rules.ts"]);
  const at = (file: string) => found.indexOf(file);
  expect(at("test/billing/payment/settlement.rules.test.ts")).toBeGreaterThanOrEqual(0);
  expect(at("test/billing/payment/settlement.rules.test.ts")).toBeLessThan(
    at("test/billing/payment/void-and-credit.test.ts"),
  );
  expect(at("test/billing/payment/void-and-credit.test.ts")).toBeLessThan(
    at("test/billing/lifecycle.test.ts"),
  );
  const firstInBrowser = found.findIndex((file) => file.startsWith("test/e2e/"));
  if (firstInBrowser >= 0)
    expect(found.slice(firstInBrowser).every((file) => file.startsWith("test/e2e/"))).toBe(true);
});

test("A changed kernel affects the main story, a changed migration every test outside the browser, a changed test itself", () => {
  expect(affectedTests(root, ["server/kernel/operation/run.ts"])).toContain("test/e2e/story.test.ts");
  const all = globSync("test/**/*.test.{ts,tsx}", { cwd: root }).filter(
    (file) => !file.startsWith("test/e2e/"),
  );
  expect(affectedTests(root, ["server/migrations/0006-billing.sql"]).sort()).toEqual(all.sort());
  expect(affectedTests(root, ["test/kernel/money.test.ts"])).toEqual(["test/kernel/money.test.ts"]);
});
