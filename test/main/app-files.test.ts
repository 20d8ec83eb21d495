// app://lastmile/…: routes and built files with their headers, and no way out of the renderer's folder.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveAppFile } from "../../main/electron/app-files.ts";
import { desktopPolicy } from "../../shared/kernel/desktop/content-policy.ts";

let folder: string;
let root: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lastmile-app-"));
  root = join(folder, "renderer");
  mkdirSync(join(root, "assets"), { recursive: true });
  mkdirSync(join(folder, "renderer-other"));
  writeFileSync(join(root, "index.html"), "<!doctype html>");
  writeFileSync(join(root, "assets", "main-1.js"), "export {};");
  writeFileSync(join(root, "assets", "notes.exe"), "x");
  writeFileSync(join(folder, "secret.json"), "{}");
  writeFileSync(join(folder, "renderer-other", "secret.json"), "{}");
  symlinkSync(join(folder, "secret.json"), join(root, "assets", "link.json"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(["/", "/customers/0190/ledger", "/index.html?x=1"])(
  "%s is the application's page",
  async (path) => {
    const answer = await serveAppFile(root, `app://lastmile${path}`, desktopPolicy([], false));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("<!doctype html>");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
    // Whom the page may call: no plain http but to this machine, unless that was allowed.
    expect(policy).toMatch(
      /connect-src 'self' https: http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\* http:\/\/\[::1\]:\*;/,
    );
    const open = (await serveAppFile(root, `app://lastmile${path}`, desktopPolicy([], true))).headers.get(
      "content-security-policy",
    );
    expect(open).toMatch(/connect-src 'self' https: http:;/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  },
);

test("A page of a computer that knows its server may call that one alone", async () => {
  const policy = desktopPolicy(["https://isp.example"], true);
  const answer = await serveAppFile(root, "app://lastmile/", policy);
  expect(answer.headers.get("content-security-policy")).toMatch(/connect-src 'self' https:\/\/isp\.example;/);
});

test("A built file comes with its type", async () => {
  const answer = await serveAppFile(root, "app://lastmile/assets/main-1.js", desktopPolicy([], false));
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
});

test.each([
  "app://lastmile/../secret.json",
  "app://lastmile/..%2fsecret.json",
  "app://lastmile/%2e%2e/%2e%2e/secret.json",
  "app://lastmile/assets/..%2f..%2frenderer-other%2fsecret.json",
  "app://lastmile/assets/link.json",
  "app://lastmile/assets/notes.exe",
  "app://lastmile/assets/none.js",
  "app://lastmile/assets/main-1.js%00.json",
  "app://lastmile/%",
  "app://other/index.html",
])("The address %s leads to no file", async (url) => {
  const answer = await serveAppFile(root, url, desktopPolicy([], false));
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe("Not found");
});
