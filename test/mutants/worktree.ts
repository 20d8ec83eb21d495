// A copy of HEAD in the machine's folder for temporary files: mistakes are planted there, never in the user's own tree.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { project } from "../helpers/build.ts";
import type { Mutant } from "./mutant.ts";

const git = (...args: string[]) => execFileSync("git", args, { cwd: project, stdio: "pipe" });

/** How often a text stands in another. */
export const timesIn = (whole: string, part: string): number => whole.split(part).length - 1;

export interface Worktree {
  readonly root: string;
  /** Plants a mistake; what it gives takes it out again. @throws Error where its place is not found exactly once. */
  plant(mutant: Mutant): () => void;
  remove(): void;
}

/** Makes the copy. What a killed run left is forgotten by git first. */
export function openWorktree(): Worktree {
  git("worktree", "prune");
  const root = join(mkdtempSync(join(tmpdir(), "lastmile-mutants-")), "tree");
  git("worktree", "add", "--detach", root, "HEAD");
  symlinkSync(join(project, "node_modules"), join(root, "node_modules"));
  return {
    root,
    plant: ({ id, file, from, to }) => {
      const path = join(root, file);
      const source = readFileSync(path, "utf8");
      const times = timesIn(source, from);
      if (times !== 1) throw new Error(`${id}: its place is found ${times} times in ${file}`);
      writeFileSync(
        path,
        source.replace(from, () => to),
      );
      return () => writeFileSync(path, source);
    },
    remove: () => {
      git("worktree", "remove", "--force", root);
      rmSync(join(root, ".."), { recursive: true, force: true });
    },
  };
}
