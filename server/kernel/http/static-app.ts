// Gives a browser the same app that the desktop has: the built renderer, at the server's own address.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { BROWSER_POLICY } from "../../../shared/kernel/desktop/content-policy.ts";
import { Failure } from "../../../shared/kernel/failure.ts";

const RENDERER = fileURLToPath(new URL("../../../.build/renderer/", import.meta.url));

const PROTECTION = {
  "content-security-policy": BROWSER_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

/**
 * Paths that are no file are the app's own routes; below /api and /trpc they are mistakes. The app may be built while the
 * server runs already (`npm start` does both at once), so what is there is looked at with each request.
 * @param root the folder of the built app.
 */
export async function registerStaticApp(app: FastifyInstance, root = RENDERER): Promise<void> {
  // Who asks for an app that is not built is told so below; the plugin would tell each start. Where the folder can't be made it does.
  await mkdir(root, { recursive: true }).catch(() => null);
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    // The build laid a Brotli beside each script, style and program.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Hashed names never change what they hold; the page and the service worker are revalidated.
      const immutable = /[\\/]assets[\\/]/.test(path);
      reply.header("cache-control", immutable ? "public, max-age=31536000, immutable" : "no-cache");
      reply.headers(PROTECTION);
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" && !/^\/(api|trpc)(\/|$)/.test(request.url);
    if (!isPage || !request.headers.accept?.includes("text/html")) {
      throw new Failure("NOT_FOUND", "There is nothing at this address");
    }
    if (!existsSync(join(root, "index.html")))
      return reply
        .type("text/plain")
        .send("The app is not built yet: run `npm run build`, then load this page again.\n");
    return reply.sendFile("index.html");
  });
}
