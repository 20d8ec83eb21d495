// Runs a Postman collection as `newman run` does, as far as ours goes: requests in order, their scripts, variables, assertions.
// The program itself would bring a hundred and forty packages, most of them of years ago.
import { randomUUID } from "node:crypto";
import { createContext, runInContext } from "node:vm";
import { expect } from "vitest";

interface Scripted {
  event?: { listen: string; script: { exec: string[] } }[];
}
interface Bearer {
  type: string;
  bearer?: { value: string }[];
}
interface Item extends Scripted {
  name: string;
  item?: Item[];
  request?: {
    method: string;
    auth?: Bearer;
    header: { key: string; value: string; disabled?: boolean }[];
    body?: { raw: string };
    url: { raw: string; variable?: { key: string; value: string }[] };
  };
}
interface Collection extends Scripted {
  auth: Bearer;
  variable: { key: string; value: string }[];
  item: Item[];
}

export interface Run {
  sent: number;
  skipped: number;
  assertions: number;
  /** Each with the request that it was of and what was answered. */
  failures: string[];
}

const requestsOf = (items: readonly Item[]): Item[] =>
  items.flatMap((one) => (one.item ? requestsOf(one.item) : [one]));

/** @param given values of the collection's variables. */
export async function runCollection(text: string, given: Readonly<Record<string, string>>): Promise<Run> {
  const collection = JSON.parse(text) as Collection;
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  for (const [key, value] of Object.entries(given)) variables.set(key, value);
  const filled = (words: string) =>
    words.replace(/\{\{([\w$]+)\}\}/g, (_all, name: string) =>
      name === "$guid" ? randomUUID() : (variables.get(name) ?? ""),
    );
  const run: Run = { sent: 0, skipped: 0, assertions: 0, failures: [] };

  async function send({ name, request, event = [] }: Item): Promise<void> {
    if (!request) return;
    let isSkipped = false;
    let heard: { code: number; text: string; headers: Headers } | null = null;
    const pm = {
      collectionVariables: {
        get: (key: string) => variables.get(key),
        set: (key: string, value: string) => variables.set(key, value),
      },
      execution: {
        skipRequest: () => {
          isSkipped = true;
        },
      },
      expect: (value: unknown) => ({
        to: {
          be: { oneOf: (all: unknown[]) => expect(all).toContain(value) },
          include: (part: string) => expect(value).toContain(part),
          match: (form: RegExp) => expect(String(value)).toMatch(new RegExp(form.source)),
        },
      }),
      test: (what: string, check: () => void) => {
        run.assertions += 1;
        try {
          check();
        } catch (error) {
          const [why] = String(error).split("\n");
          run.failures.push(`${name}: ${what}: ${why} (${heard?.code} ${heard?.text.slice(0, 300)})`);
        }
      },
      response: {
        get code() {
          return heard?.code;
        },
        json: () => JSON.parse(heard?.text ?? "") as unknown,
        headers: { get: (key: string) => heard?.headers.get(key) },
      },
    };
    const context = createContext({ pm, Date });
    const scripts = (listen: string) =>
      [...(collection.event ?? []), ...event].filter((one) => one.listen === listen);
    const runScripts = (listen: string) => {
      for (const { script } of scripts(listen)) runInContext(script.exec.join("\n"), context);
    };
    runScripts("prerequest");
    if (isSkipped) {
      run.skipped += 1;
      return;
    }
    let address = filled(request.url.raw);
    for (const { key, value } of request.url.variable ?? [])
      address = address.replace(`:${key}`, encodeURIComponent(filled(value)));
    const headers = Object.fromEntries(
      request.header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, filled(value)]),
    );
    const { type, bearer } = request.auth ?? collection.auth;
    if (type === "bearer") headers.authorization = `Bearer ${filled(bearer?.[0]?.value ?? "")}`;
    const body = request.body ? { body: filled(request.body.raw) } : {};
    const response = await fetch(address, { method: request.method, headers, ...body });
    heard = { code: response.status, text: await response.text(), headers: response.headers };
    run.sent += 1;
    runScripts("test");
  }

  for (const one of requestsOf(collection.item)) await send(one);
  return run;
}
