// What must never be done with RxDB: each of these works, and does harm that is seen late.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const replica = fileURLToPath(new URL("../../renderer/kernel/replica", import.meta.url));

/** Lines of code that do something that is forbidden. */
function offences(text: string): string[] {
  const code = text.split("\n").filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
  return code.filter(
    (line) =>
      // Only a query's: a collection's or a database's keeps every change for as long as the page lives.
      /(?<!\.find(?:One)?\([^)]*\))\.(?:\$\$?|insert\$|update\$|remove\$|observable\$)(?![\w${])/.test(
        line,
      ) ||
      /OPEN_COLLECTIONS|NON_PREMIUM_COLLECTION_LIMIT|PREMIUM_FLAG|hasPremiumFlag|ignoreDuplicate/.test(
        line,
      ) ||
      /addRxPlugin|dev-mode/.test(line),
  );
}

test("The replica listens to queries of RxDB's alone, and touches neither its limit nor its plugins", () => {
  // Two of its folders alone may import it (lint.json); what they answer the others have, too.
  const files = readdirSync(replica, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(80);
  for (const file of files) expect(offences(readFileSync(join(replica, file), "utf8")), file).toEqual([]);
});

test("What must never be done is seen where it is done", () => {
  for (const line of [
    "collection.$.subscribe(show);",
    "collections.customers?.$.subscribe(show);",
    "const all = database.$;",
    "database.$.subscribe(show);",
    "collection.insert$.subscribe(show);",
    "OPEN_COLLECTIONS.clear();",
    'import { RxDBDevModePlugin } from "rxdb/plugins/dev-mode";',
    "addRxPlugin(RxDBDevModePlugin);",
  ])
    expect(offences(line), line).toHaveLength(1);
  expect(offences("collection.find(this.#options.query).$.subscribe({")).toEqual([]);
  // Two placeholders with a dot between them.
  expect(offences(["`", "{first}.", "{second}`"].join("$"))).toEqual([]);
  expect(offences("this.open$ = parts.outbox.open; observe(x.status$)")).toEqual([]);
});
