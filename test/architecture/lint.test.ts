// Plants one violation of each lint rule that the architecture leans on, and what each folder may do beside it.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const project = fileURLToPath(new URL("../..", import.meta.url));
const uses = (...modules: string[]) => modules.map((name) => `export * from "${name}";`).join("\n");
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");
const longFunction = `export function long() {\n${lines(100, (i) => `  console.log(${i});`)}\n}`;

const imports = "style/noRestrictedImports";
const planted: [file: string, source: string, rules: string[]][] = [
  [
    "server/billing/a.ts",
    uses("postgres", "zod", "electron", "rxdb/plugins/core"),
    [imports, imports, imports, imports],
  ],
  ["server/kernel/a.ts", uses("postgres", "zod"), []],
  ["server/kernel/b.ts", uses("rxdb", "electron"), [imports, imports]],
  ["server/config.ts", uses("zod"), []],
  ["renderer/kernel/replica/a.ts", uses("rxdb", "rxdb/plugins/core", "zod"), [imports, imports]],
  ["renderer/kernel/replica/memory/a.ts", uses("rxdb", "rxdb/plugins/core"), []],
  [
    "renderer/kernel/replica/storage/a.ts",
    uses("rxdb/plugins/core", "rxdb/plugins/dev-mode", "electron"),
    [imports, imports],
  ],
  ["renderer/kernel/a.ts", uses("rxdb", "zod"), [imports]],
  ["renderer/billing/a.tsx", uses("zod"), [imports]],
  ["renderer/billing/b.tsx", 'export { Modal } from "@mantine/core";', [imports]],
  ["renderer/kernel/b.tsx", 'import { Modal } from "@mantine/core";\nexport const drawn = Modal;', [imports]],
  ["main/network/a.ts", uses("electron", "zod"), [imports]],
  ["main/agent.ts", uses("electron"), [imports]],
  ["main/electron/windows.ts", uses("electron", "zod"), []],
  ["shared/billing/a.ts", uses("zod"), []],
  ["shared/billing/b.ts", uses("postgres", "electron"), [imports, imports]],
  ["test/billing/a.test.ts", uses("postgres", "rxdb"), []],
  ["shared/billing/default.ts", "export default 3;", ["style/noDefaultExport"]],
  ["main/vite.config.ts", "export default 3;", []],
  ["shared/billing/any.ts", "export const loose: any = 3;", ["suspicious/noExplicitAny"]],
  ["shared/billing/CamelCase.ts", "export const a = 1;", ["style/useFilenamingConvention"]],
  [
    "shared/billing/floating.ts",
    "const work = async () => 3;\nexport function run(): void {\n  work();\n}",
    ["nursery/noFloatingPromises"],
  ],
  [
    "shared/billing/switch.ts",
    'export function g(s: "a" | "b"): number {\n  switch (s) {\n    case "a":\n      return 1;\n  }\n  return 2;\n}',
    ["nursery/useExhaustiveSwitchCases"],
  ],
  ["shared/billing/long.ts", longFunction, ["complexity/noExcessiveLinesPerFunction"]],
  ["renderer/billing/long.ts", longFunction, []],
  [
    "shared/billing/file.ts",
    lines(401, (i) => `export const a${i} = ${i};`),
    ["style/noExcessiveLinesPerFile"],
  ],
  [
    "shared/billing/extension.ts",
    uses("./a.js", "./any"),
    ["correctness/useImportExtensions", "correctness/useImportExtensions"],
  ],
];

let root: string;
let found: Map<string, string[]>;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "lastmile-lint-"));
  const config = join(root, "test/architecture/lint.json");
  mkdirSync(dirname(config), { recursive: true });
  copyFileSync(join(project, "test/architecture/lint.json"), config);
  for (const [file, source] of planted) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${source}\n`);
  }
  const args = [
    "lint",
    "--config-path=test/architecture/lint.json",
    "--reporter=github",
    "--max-diagnostics=none",
  ];
  let output: string;
  try {
    output = execFileSync(join(project, "node_modules/.bin/biome"), args, {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  found = new Map();
  for (const [, rule = "", file = ""] of output.matchAll(/title=lint\/([^,]+),file=([^,]+),/g)) {
    const name = file.slice(file.indexOf(root) + root.length + 1);
    found.set(name, [...(found.get(name) ?? []), rule]);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

test.each(planted)("A violation that is planted in %s is found", (file, _source, rules) => {
  expect(found.get(file) ?? []).toEqual(rules);
});
