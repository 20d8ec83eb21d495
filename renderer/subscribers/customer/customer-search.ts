// Finding customers as one types, those whose making still waits for the server included.
import { useMemo } from "react";
import { isPhone, isSamePhone } from "../../../shared/kernel/normal/phone.ts";
import { type Customer, customer } from "../../../shared/subscribers/index.ts";
import { effectsOn, expectedRow } from "../../kernel/expected/effects.ts";
import { useWaitingIds } from "../../kernel/expected/use-expected.ts";
import {
  isFound,
  type QueuedCommand,
  type Search,
  type SearchResult,
  searchProjection,
} from "../../kernel/replica/index.ts";
import { useObservable, useReplica } from "../../kernel/replica-hooks.ts";
import { tidyPhone } from "./new-customer.ts";

/** What lists show of a customer without reading the record. */
export type CustomerRow = Pick<
  Customer,
  "id" | "name" | "username" | "phone" | "customer_code" | "package" | "due_amount" | "expiry_date"
> & {
  readonly area: string;
  readonly status: string;
  /** Null: the line is on none. */
  readonly router: string | null;
  readonly connection_type: string;
  readonly billing_mode: string;
};

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function rowOf(record: { readonly id: string } & Readonly<Record<string, unknown>>): CustomerRow {
  return {
    id: record.id,
    name: textOf(record.name),
    username: textOf(record.username),
    phone: textOf(record.phone),
    customer_code: textOf(record.customer_code),
    area: textOf(record.area),
    status: textOf(record.status),
    package: textOf(record.package) || null,
    router: textOf(record.router) || null,
    connection_type: textOf(record.connection_type),
    billing_mode: textOf(record.billing_mode),
    due_amount: textOf(record.due_amount),
    expiry_date: textOf(record.expiry_date) || null,
  };
}

const textsOf = ({ name, username, phone, customer_code, area }: CustomerRow) => ({
  name,
  login: username,
  phone,
  code: customer_code,
  place: area,
});

/** Every customer of this computer, in memory. */
export const customerSearch = searchProjection<CustomerRow>({
  collection: customer.collection,
  shape: 2,
  row: rowOf,
  texts: textsOf,
  group: ({ status }) => status,
});

/** The customers whose making waits and that contain every word. */
export function draftRows(commands: readonly QueuedCommand[], query: string): CustomerRow[] {
  return effectsOn(commands, customer.collection)
    .filter(({ change }) => change === "created")
    .map(({ id, values }) => rowOf({ ...values, id }))
    .filter((row) => isFound(textsOf(row), query));
}

/** The search itself, and a number that goes up when the same words may find others. */
export function useCustomerIndex(): [Search<CustomerRow>, number] {
  const index = useReplica().projection(customerSearch);
  return [index, useObservable(index.version)];
}

/** The search with the waiting customers first; they pass every filter, since they have nothing to filter by yet. */
export function useCustomerSearch(
  query: string,
  limit: number,
  passes?: (row: CustomerRow) => boolean,
): SearchResult<CustomerRow> {
  const replica = useReplica();
  const [index, version] = useCustomerIndex();
  const commands = useObservable(replica.open$);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the same words may find other rows
  return useMemo(() => {
    const found = index.search(query, passes ? { limit, passes } : { limit });
    const drafts = draftRows(commands, query);
    if (drafts.length === 0) return found;
    const here = new Set(found.rows.map(({ id }) => id));
    const missing = drafts.filter(({ id }) => !here.has(id));
    return { ...found, rows: [...missing, ...found.rows], total: found.total + missing.length };
  }, [index, query, limit, passes, version, commands]);
}

/** More people than live in one house have no number together. */
const SHARED_MAX = 20;

/** The customers whose number this is, however it is written. */
export function useCustomersByPhone(phone: string, country: string): readonly CustomerRow[] {
  const asked = isPhone(phone) ? tidyPhone(phone, country) : "";
  const { rows } = useCustomerSearch(asked, SHARED_MAX);
  return useMemo(
    () => (asked === "" ? [] : rows.filter((row) => isSamePhone(row.phone, asked, country))),
    [rows, asked, country],
  );
}

/** The rows as open commands will leave them. */
export function useExpected(rows: readonly CustomerRow[]): readonly CustomerRow[] {
  const commands = useObservable(useReplica().open$);
  const waiting = useWaitingIds(customer.collection);
  return useMemo(() => {
    if (waiting.length === 0) return rows;
    const ids = new Set(waiting);
    return rows.map((row) => (ids.has(row.id) ? expectedRow(customer, row, commands) : row));
  }, [rows, waiting, commands]);
}
