// Writes the seconds that the stories of the last run took into docs/stories.md: `npm run stories` after the e2e tests. What
// was not told in it stays as it was.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../helpers/build.ts";
import { STORIES, type ToldStory } from "./helpers/story.ts";

const HEADING = "## Seconds of one run";
const FILE = join(project, "docs/stories.md");

const [before = "", earlier = ""] = readFileSync(FILE, "utf8").split(HEADING);
const known = [...earlier.matchAll(/^\| (.+?) \| (\d+) \| ([\d.]+) \|$/gm)].map(
  ([, name = "", acts, seconds]): ToldStory => ({ name, acts: Number(acts), seconds: Number(seconds) }),
);
const now = readdirSync(STORIES).map(
  (file): ToldStory => JSON.parse(readFileSync(join(STORIES, file), "utf8")),
);
const told = new Map([...known, ...now].map((story) => [story.name, story]));
const rows = [...told.values()]
  // A story that no row names any more is told no more.
  .filter(({ name }) => before.includes(`\`${name}\``))
  .sort((a, b) => a.name.localeCompare(b.name))
  .map(({ name, acts, seconds }) => `| ${name} | ${acts} | ${seconds.toFixed(1)} |`);
const section = `${HEADING}

Measured from the first key or touch to the end, with hands that never pause: what is left is what the app takes. Nothing is
asserted of it; \`npm run stories\` writes it from the last run of the tests.

| story | keys or touches | seconds |
|---|---|---|
${rows.join("\n")}
`;
writeFileSync(FILE, `${before.trimEnd()}\n\n${section}`);
