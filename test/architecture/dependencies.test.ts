// Plants one violation of each dependency rule, and legal imports beside them, in a small tree of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findViolations } from "./cruise.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

async function violationsOf(files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "lastmile-planted-"));
  roots.push(root);
  for (const folder of ["shared", "server", "main", "renderer", "test"]) mkdirSync(join(root, folder));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return (await findViolations(root)).violations;
}

const customer = { "shared/subscribers/customer.ts": "export const customer = 1;" };

test.each([
  [
    "no-cycles",
    {
      "shared/kernel/a.ts": 'import type { B } from "./b.ts"; export type A = B;',
      "shared/kernel/b.ts": 'export type B = import("./a.ts").A;',
    },
  ],
  [
    "one-process-one-folder-renderer",
    {
      "renderer/kernel/client.ts":
        'import type { Config } from "../../server/config.ts"; export type C = Config;',
      "server/config.ts": "export type Config = 1;",
    },
  ],
  [
    "one-process-one-folder-main",
    { "main/agent.ts": 'import "../renderer/app.tsx";', "renderer/app.tsx": "export const a = <b />;" },
  ],
  [
    "one-process-one-folder-server",
    { "server/app.ts": 'await import("../test/helpers/a.ts");', "test/helpers/a.ts": "export const a = 1;" },
  ],
  [
    "shared-is-a-leaf",
    { "shared/areas.ts": 'export * from "../server/app.ts";', "server/app.ts": "export const a = 1;" },
  ],
  [
    "simulators-know-no-product",
    {
      "main/network/simulators/olt/models/zte.ts":
        'import { zte } from "../../../olt/profiles/zte.ts"; export const model = zte;',
      "main/network/olt/profiles/zte.ts": "export const zte = 1;",
    },
  ],
  [
    "practice-has-no-way-out",
    {
      "renderer/kernel/practice/practice-replica.ts":
        'import { Client } from "../connection/client.ts"; export const client = new Client();',
      "renderer/kernel/connection/client.ts": "export class Client {}",
    },
  ],
  [
    "kernel-knows-no-area",
    {
      ...customer,
      "server/kernel/crud.ts": 'import { customer } from "../../shared/subscribers/customer.ts";',
    },
  ],
  [
    // By way of a file that is in neither.
    "kernel-knows-no-area",
    {
      ...customer,
      "renderer/kernel/hooks.ts": 'import type { Records } from "../loose.ts"; export type R = Records;',
      "renderer/loose.ts":
        'import type { customer } from "../shared/subscribers/customer.ts"; export type Records = typeof customer;',
    },
  ],
  [
    "areas-meet-at-index",
    {
      ...customer,
      "server/billing/invoice.ts": 'import { customer } from "../../shared/subscribers/customer.ts";',
    },
  ],
  [
    "area-order-network",
    {
      "server/network/job.ts": 'import { customer } from "../../shared/subscribers/index.ts";',
      "shared/subscribers/index.ts": "export const customer = 1;",
    },
  ],
])("%s is broken by a planted import", async (rule, files) => {
  const violations = await violationsOf(files);
  expect(violations.length).toBeGreaterThan(0);
  expect(violations.every((line) => line.startsWith(`${rule}: `))).toBe(true);
});

test("Imports along the layout pass", async () => {
  const violations = await violationsOf({
    ...customer,
    "shared/subscribers/index.ts": 'export * from "./customer.ts";',
    "shared/areas.ts": 'export * from "./subscribers/index.ts";',
    "server/subscribers/customer.ts": 'import { customer } from "../../shared/subscribers/customer.ts";',
    "server/billing/invoice.ts": 'import { customer } from "../../shared/subscribers/index.ts";',
    "server/app.ts": 'import "./billing/invoice.ts"; import "../shared/areas.ts"; import "zod";',
    "test/billing/invoice.test.ts": 'import "../../server/app.ts"; import "../../renderer/app.tsx";',
    "renderer/app.tsx": 'import "./look.css"; export const app = <b />;',
  });
  expect(violations).toEqual([]);
});
