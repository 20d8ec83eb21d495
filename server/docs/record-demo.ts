// Writes demo-records.json: of each resource that is listed one record of a running demo, which the API's reference shows.
// `node server/docs/record-demo.ts http://127.0.0.1:3000`
import { writeFile } from "node:fs/promises";
import type { Resource } from "../../shared/kernel/resource.ts";
import { AREAS } from "../areas.ts";
import { PLATFORM, passwordOf } from "../demo/known-passwords.ts";
import { DEMO } from "../demo/people.ts";
import type { Json } from "../kernel/openapi/json-schema.ts";

const api = `${process.argv[2]}/api/v1`;

async function asked(path: string, token?: string, body?: Json): Promise<Json> {
  const answer = await fetch(`${api}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Json;
}

async function signedIn(path: string, username: string, tenant?: string): Promise<string> {
  const { token } = await asked(path, undefined, {
    username,
    password: passwordOf(username),
    ...(tenant ? { tenant } : {}),
  });
  return String(token);
}

const isTold = (value: unknown) =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** Of the first fifty the one that tells most. */
function richest(records: readonly Json[]): Json | undefined {
  const told = (record: Json) => Object.values(record).filter(isTold).length;
  return records.toSorted((a, b) => told(b) - told(a))[0];
}

const owner = await signedIn("/auth/login/", DEMO.admin.username, DEMO.subdomain);
const operator = await signedIn("/saas/auth/login/", PLATFORM);
const resources = AREAS.flatMap(({ resources }): readonly { resource: Resource }[] => resources ?? [])
  .map(({ resource }) => resource)
  .filter(({ verbs }) => verbs.includes("list"));
const records: Record<string, Json> = {};
for (const { name, path, area } of resources) {
  const token = area === "saas" || path === "tenants" ? operator : owner;
  const { results } = await asked(`/${path}/?page_size=50`, token);
  const one = richest(results as Json[]);
  if (one) records[name] = one;
}
const file = new URL("demo-records.json", import.meta.url);
await writeFile(file, `${JSON.stringify(records, null, 2)}\n`);
