// Debian's SNMP programs, written by people who know nothing of our simulators.
import { spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";

/** Whether a program is installed; a test that needs it is skipped with a line that says so. */
export function hasProgram(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

export interface Answered {
  /** One line a value, `.1.3.6… = INTEGER: 5`. */
  lines: string[];
  complaint: string;
}

/** Runs one of the programs with OIDs in numbers and plain values. */
export function ask(program: string, ...words: readonly string[]): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ["-On", "-Oe", "-OU", ...words], {
      env: { ...process.env, MIBS: "", SNMP_PERSISTENT_DIR: tmpdir() },
    });
    const out: string[] = [];
    const complaint: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => complaint.push(text));
    child.once("error", reject);
    child.once("close", () => {
      const lines = out.join("").split("\n").filter(Boolean);
      // Said once a machine, at the first use.
      const said = complaint.join("").replace(/^Created directory: .*\n/gm, "");
      resolve({ lines, complaint: said });
    });
  });
}
