// What people look at is written in one place, and names the module that it is about (docs/lessons.md).
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { AREAS } from "../../../server/areas.ts";

const server = fileURLToPath(new URL("../../../server/", import.meta.url));
const sources = readdirSync(server, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(server + path, "utf8") }));

it("Items come onto the review list by addReviewItem alone, which tells the readers of the change feed", () => {
  const writers = sources
    .filter(({ text }) => /insert\s+into\s+review_items/i.test(text))
    .map(({ path }) => path);
  expect(writers).toEqual(["kernel/sync/review.ts"]);
});

it("What comes onto the review list says why by a code that has words in every language", () => {
  const calls = sources
    // A gap's numbers are its payload (renderer/platform/sync/review-says.ts).
    .filter(({ path }) => !["kernel/sync/review.ts", "kernel/sync/push/gaps.ts"].includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?<!function )\b(?:addReviewItem|ctx\.review)\(([^;]*);/g)].map(([, item = ""]) => ({
        path,
        item,
      })),
    );
  expect(calls.length).toBeGreaterThan(15);
  const wordless = calls.filter(({ item }) => !/\bbecause\(|\.\.\.said\b|\bproblem\b/.test(item));
  expect(wordless.map(({ path }) => path)).toEqual([]);
});

it("The module of an audit entry is the one that the resource declares, never a text in a handler", () => {
  const modules = new Map(
    AREAS.flatMap((area) => area.resources).map(({ resource }) => [resource.name, resource.module as string]),
  );
  const typed = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/name: "(\w+)",\s*module: "(\w+)"/g)].map(([, name = "", module]) => ({
      path,
      name,
      is_declared: modules.get(name) === module,
    })),
  );
  expect(typed).toEqual([{ path: "kernel/sync/register.ts", name: "device", is_declared: true }]);
  const columns = sources.filter(({ text }) => /\bobject_type:/.test(text)).map(({ path }) => path);
  expect(columns).toEqual(["kernel/operation/audit.ts"]);
});
