// No kernel names an area's things: neither a collection, a resource, a command nor a permission stands there as a text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { permissionCodes } from "../../shared/identity/grants.ts";
import { OPERATIONS, RESOURCES } from "../../shared/resources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Everything that has an area: what no kernel may say. */
const NAMES = new Set<string>([
  ...RESOURCES.flatMap(({ name, collection, path, table }) => [name, collection, path, table]),
  ...OPERATIONS.map(({ name }) => name),
  ...permissionCodes(),
]);

/** What is the kernels' own matter although an area shows it to people; few, and each with its reason. */
const OWN: Readonly<Record<string, string>> = {
  audit_logs: "each write is logged by the kernel's frame",
  platform_audit_logs: "the same, of what is done in no tenant",
  background_tasks: "the kernel's jobs write how far they are",
  mails: "the kernel's queue sends them, and writes down what became of each",
  company_settings: "a company's mail server stands in its settings",
  review_items: "the sync protocol puts on the list what a person has to decide",
  device: "the sync protocol knows desktops, and this computer is one",
  inbound_calls: "calls from outside are kept by the kernel before anybody understands them",
  devices: "the sync protocol registers desktops",
  staff: "a kind of principal: who acts",
  roles: "rights that change end open streams",
  api_tokens: "rights that change end open streams",
  tenants: "whose rows are whose is the kernel's own matter",
  settings: "the session keeps how the tenant writes money and days",
};

/** The texts of a TypeScript source: string literals, JSX attributes, and the fixed parts of templates; no imports. */
function textsOf(file: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (node === null || typeof node !== "object") return;
    const { type, value, source: from } = node as { type?: string; value?: unknown; source?: unknown };
    if (type === "Literal" && typeof value === "string") texts.push(value);
    if (type === "TemplateElement") texts.push(String((value as { cooked?: string }).cooked ?? ""));
    for (const [key, child] of Object.entries(node)) if (key !== "source" || !from) visit(child);
  };
  visit(parseSync(file, source).program);
  return texts;
}

/** Texts that name an area's thing by itself, or a table within SQL. */
function named(text: string): string[] {
  if (NAMES.has(text)) return [text];
  const tables = [...text.matchAll(/\b(?:from|join|into|update|table)\s+([a-z_]+)/gi)].map(
    ([, table]) => table!,
  );
  return tables.filter((table) => NAMES.has(table));
}

const kernels = ["shared", "server", "main", "renderer"].flatMap((process) =>
  readdirSync(join(root, process), { recursive: true, encoding: "utf8" })
    .map((file) => join(process, file))
    .filter((file) => /(^|\/)kernel\/.*\.tsx?$/.test(file)),
);

test("No kernel names a resource, a collection, a command or a permission of an area", () => {
  const found = kernels.flatMap((file) =>
    textsOf(file, readFileSync(join(root, file), "utf8"))
      .flatMap(named)
      .filter((name) => !Object.hasOwn(OWN, name))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test("A resource, a collection, a table in SQL, a command and a permission are found in a kernel's texts", () => {
  const planted = `
    import { customer } from "./customers.ts";
    const rows = useRows("customers");
    const right = can("billing.recharge.create");
    send(\`invoice.create\`);
    await sql\`select * from packages where id = 1\`;
    const fine = "customers are people";
  `;
  expect(textsOf("planted.ts", planted).flatMap(named)).toEqual([
    "customers",
    "billing.recharge.create",
    "invoice.create",
    "packages",
  ]);
});
