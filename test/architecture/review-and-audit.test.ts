// What people look at is written in one place, and names the module that it is about (lessons: house F1, F2).
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";

const server = fileURLToPath(new URL("../../server/", import.meta.url));
const sources = readdirSync(server, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(server + path, "utf8") }));

it("items come onto the review list by addReviewItem alone, which tells the readers of the change feed", () => {
  const writers = sources
    .filter(({ text }) => /insert\s+into\s+review_items/i.test(text))
    .map(({ path }) => path);
  expect(writers).toEqual(["kernel/sync/review.ts"]);
});

it("an audit entry about a resource names that resource's own module", () => {
  const modules = new Map(
    AREAS.flatMap((area) => area.resources).map(({ resource }) => [resource.name, resource.module as string]),
  );
  const wrong: string[] = [];
  let entries = 0;
  for (const { path, text } of sources) {
    for (const [, module = "", type = ""] of text.matchAll(/module: "(\w+)",\s*object_type: "(\w+)"/g)) {
      entries += 1;
      const own = modules.get(type);
      if (own && own !== module) wrong.push(`${path}: ${type} is of ${own}, not ${module}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(entries).toBeGreaterThan(10);
});
