// Answers requests for app://lastmile/… from the built renderer's folder, and from nowhere else.

import { readFile, realpath } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { own } from "../../shared/kernel/safe-lookup.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

const missing = () => new Response("Not found", { status: 404 });

async function inside(root: string, path: string): Promise<string | null> {
  try {
    const [home, file] = await Promise.all([realpath(root), realpath(path)]);
    return file.startsWith(home + sep) ? file : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * The answer to a request for `url`. A path without an extension is one of the renderer's routes and gets index.html;
 * a path that leaves `root` (dots, encoded dots, links) is not found.
 * @param policy the content policy of the page, which says whom it may call
 * @example protocol.handle("app", (request) => serveAppFile(root, request.url, desktopPolicy(servers, false)))
 */
export async function serveAppFile(root: string, url: string, policy: string): Promise<Response> {
  const { host, pathname } = new URL(url);
  if (host !== "lastmile") return missing();
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return missing(); // "%" without two digits names no file
  }
  if (path.includes("\0")) return missing();
  const wanted = resolve(join(root, extname(path) === "" ? "index.html" : path));
  const file = await inside(root, wanted);
  const type = own(types, extname(wanted));
  if (!file || !type) return missing();
  return new Response(await readFile(file), {
    headers: {
      "content-type": type,
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    },
  });
}
