// The built app at the server's own address.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { registerStaticApp } from "../../server/kernel/http/static-app.ts";

test("An app that is built after the server began to listen is served without another start", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lastmile-static-"));
  const root = join(folder, "renderer");
  const said: string[] = [];
  const app = Fastify({ logger: { level: "warn", stream: { write: (line) => void said.push(line) } } });
  try {
    await registerStaticApp(app, root);
    await app.ready();
    // A start without a built app, such as a refused one, has nothing to say about it.
    expect(said).toEqual([]);
    const page = { url: "/customers/1", headers: { accept: "text/html" } };
    expect((await app.inject(page)).body).toContain("not built yet");
    await mkdir(join(root, "assets"), { recursive: true });
    await writeFile(join(root, "index.html"), "<title>Lastmile</title>");
    await writeFile(join(root, "assets/app-1.js"), "export {};");
    expect((await app.inject(page)).body).toBe("<title>Lastmile</title>");
    expect((await app.inject({ ...page, url: "/" })).body).toBe("<title>Lastmile</title>");
    const script = await app.inject("/assets/app-1.js");
    expect(script.body).toBe("export {};");
    expect(script.headers["cache-control"]).toContain("immutable");
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
});
