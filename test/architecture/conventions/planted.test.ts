// The mistakes that `npm run test:mutants` plants still have their place in the sources.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";
import { PLANTED } from "../../mutants/planted.ts";
import { timesIn } from "../../mutants/worktree.ts";

test("Each planted mistake finds its place exactly once in its file, on one line, and changes it", () => {
  const wrong = PLANTED.flatMap(({ id, file, from, to }) => {
    const times = timesIn(readFileSync(join(project, file), "utf8"), from);
    return times === 1 && !`${from}${to}`.includes("\n") && from !== to ? [] : [`${id}: ${times} times`];
  });
  expect(wrong).toEqual([]);
});

test("Each planted mistake has a name of its own, and its nearest tests are there", () => {
  expect(new Set(PLANTED.map(({ id }) => id)).size).toBe(PLANTED.length);
  const near = PLANTED.flatMap(({ near = [] }) => near);
  expect(near.filter((file) => !existsSync(join(project, file)))).toEqual([]);
});

test("Mistakes are planted in every layer, and at least two in every area", () => {
  const AREAS = "billing callcenter helpdesk hr identity network platform reports saas store subscribers";
  const parts = PLANTED.map(({ file }) => file.split("/"));
  const many = (at: number, name: string) => parts.filter((part) => part[at] === name).length;
  const layers = ["shared", "server", "main", "renderer"].map((layer) => many(0, layer));
  const areas = [
    ...AREAS.split(" ").map((area) => many(1, area)),
    parts.filter((p) => p[2] === "resource").length,
  ];
  expect(Math.min(...layers, ...areas)).toBeGreaterThanOrEqual(2);
});
