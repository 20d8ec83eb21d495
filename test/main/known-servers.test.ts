// Which servers the desktop's page may call: the first as typed, others after a yes, all of them after a restart.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKnownServers } from "../../main/electron/known-servers.ts";

let folder: string;
let asked: string[];
let says: boolean;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lastmile-servers-"));
  asked = [];
  says = true;
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (given: string | null = null) =>
  createKnownServers(join(folder, "profile", "servers.json"), given, async (origin) => {
    asked.push(origin);
    return says;
  });

test("The first server of a computer is taken without a question and known after a restart", async () => {
  expect(await open().list()).toEqual([]);
  expect(await open().allow("https://isp.example/")).toBe(true);
  expect(asked).toEqual([]);
  expect(await open().list()).toEqual(["https://isp.example"]);
});

test("A second server is taken only after the person said yes to the main process", async () => {
  await open().allow("https://isp.example");
  says = false;
  expect(await open().allow("https://elsewhere.example/x?y=secrets")).toBe(false);
  expect(asked).toEqual(["https://elsewhere.example"]);
  expect(await open().list()).toEqual(["https://isp.example"]);
  says = true;
  expect(await open().allow("https://elsewhere.example")).toBe(true);
  expect(await open().list()).toEqual(["https://isp.example", "https://elsewhere.example"]);
});

test("A server that the computer was set up with is known from the first start, and another one is asked about", async () => {
  const servers = open("https://isp.example/app");
  expect(await servers.list()).toEqual(["https://isp.example"]);
  expect(await servers.allow("https://isp.example")).toBe(true);
  expect(asked).toEqual([]);
  await servers.allow("https://other.example");
  expect(asked).toEqual(["https://other.example"]);
});

test("A file that can't be read is an error, never an empty list that lets the page call anybody", async () => {
  await open().allow("https://isp.example");
  const file = join(folder, "profile", "servers.json");
  writeFileSync(file, readFileSync(file, "utf8").slice(0, 5));
  await expect(open().list()).rejects.toThrow();
});
