// A program that follows GET /changes/ strictly: each answer's cursor is the next question's.
import type { Client } from "../../../helpers/server.ts";

export interface Told {
  collection: string;
  id: string;
  deleted: boolean;
  record: Record<string, unknown> | null;
}

export class ChangesReader {
  readonly #client: Client;
  readonly #collections: string;
  readonly told: Told[] = [];
  cursor: string | null;

  constructor(client: Client, collections: string, cursor: string | null = null) {
    this.#client = client;
    this.#collections = collections;
    this.cursor = cursor;
  }

  /** One answer. */
  async ask(page_size = 50): Promise<{ results: Told[]; has_more: boolean }> {
    const from = this.cursor === null ? "" : `&cursor=${this.cursor}`;
    const path = `/changes/?collections=${this.#collections}&page_size=${page_size}${from}`;
    const { status, body } = await this.#client.get(path);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    this.cursor = body.cursor;
    this.told.push(...body.results);
    return body;
  }

  /** Reads until there is no more for now; answers what was told. */
  async follow(page_size?: number): Promise<Told[]> {
    const before = this.told.length;
    for (;;) if (!(await this.ask(page_size)).has_more) return this.told.slice(before);
  }

  /** The ids of a collection that were told of, each as often as it was. */
  idsOf(collection: string): string[] {
    return this.told.filter((one) => one.collection === collection).map(({ id }) => id);
  }
}
