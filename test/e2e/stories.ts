// `npm run stories`, after the e2e tests: what each story of docs/stories.md took in their last run. Measured from the first key or
// touch to the end, with hands that never pause: what is left is what the app takes. Nothing is asserted of it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { STORIES, type ToldStory } from "./helpers/story.ts";

const told = readdirSync(STORIES)
  .map((file): ToldStory => JSON.parse(readFileSync(join(STORIES, file), "utf8")))
  .sort((a, b) => a.name.localeCompare(b.name))
  .map(({ name, acts, seconds }) => ({ story: name, "keys or touches": acts, seconds: seconds.toFixed(1) }));
console.table(told);
