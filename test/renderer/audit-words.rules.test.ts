// The audit log is read by people: each act that the server writes down is called something in both languages.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { actWords, objectWords } from "../../renderer/platform/audit-words.ts";
import { ROUTER_JOB_KINDS } from "../../shared/network/agent-wire.ts";
import { OPERATIONS, RESOURCES } from "../../shared/resources.ts";
import { project } from "../helpers/build.ts";
import "./known-words.ts";

/** Acts as the server's sources name them: beside what they are done to, or handed to a function that writes them down. */
function actsIn(source: string): string[] {
  const places =
    source.match(/\bname: "[\w.]+"|\baction: "[\w.]+"|noteOwn\([^;]*;|const name = [^;]*;/g) ?? [];
  return places.flatMap((place) =>
    [...place.matchAll(/"([a-z]\w*(?:\.\w+)?)"/g)].map(([, name = ""]) => name),
  );
}

const objects = ["user", "tenant", "payment_provider", "device"];
const nouns = new Set([...RESOURCES.map(({ name }) => name as string), ...objects, "otp", "session", "edit"]);

const acts = new Set(
  globSync("server/**/*.ts", { cwd: project })
    .flatMap((file) => actsIn(readFileSync(join(project, file), "utf8")))
    .filter((act) => /^log(in|out)/.test(act) || (act.includes(".") && nouns.has(act.split(".")[0] ?? ""))),
);
const operations = OPERATIONS.filter(({ method }) => method !== "GET").map(({ name }) => name);
const jobs = ROUTER_JOB_KINDS.map((kind) => `router.${kind.toLowerCase()}`);

test("Each act of the audit log has words in both languages, each of them different from the act's own name", () => {
  const known = [
    "login",
    "login.failed",
    "otp.switch_on",
    "session.end_others",
    "payment_provider.set_secret",
  ];
  expect([...acts]).toEqual(expect.arrayContaining([...known, "customer.expire", "edit.superseded"]));
  const nameless = [...acts, ...operations, ...jobs].filter(
    (act) => actWords(act, "en") === act || !/[\u0980-\u09ff]/.test(actWords(act, "bn")),
  );
  expect(nameless).toEqual([]);
  expect(actWords("router.sync_router", "en")).toBe("Sync the router");
});

test("What an act was done to has words in both languages, and an unknown kind or act keeps its own name", () => {
  const nameless = [...RESOURCES.map(({ name }) => name), ...objects].filter(
    (type) => objectWords(type, "en") === type || !/[\u0980-\u09ff]/.test(objectWords(type, "bn")),
  );
  expect(nameless).toEqual([]);
  expect([objectWords("stock", "en"), actWords("stock.take", "en")]).toEqual(["stock", "stock.take"]);
});
