// Figures that change by the second: the server's newest answer over the records that are here.
import { useMemo } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useAsk } from "../../connection/server-answers.ts";
import { useFormat } from "../../use-format.ts";
import type { AnyRecord } from "../fields.ts";
import { type Asked, queryOf } from "../list/filter.ts";

/** So many figures at most are kept new; of more records the others are as old as they say. */
const AT_MOST = 500;

/** Which records there are is the word of `here`; of a record that was not changed since, the answer's figures count. */
export function layLive(here: readonly AnyRecord[], answered: readonly AnyRecord[]): readonly AnyRecord[] {
  if (answered.length === 0) return here;
  const newer = new Map(answered.map((record) => [record.id, record]));
  return here.map((record) => {
    const fresh = newer.get(record.id);
    return fresh && Number(fresh.version) >= Number(record.version) ? { ...record, ...fresh } : record;
  });
}

/** The same of one record: its page. */
export function useLiveRecord<R extends AnyRecord | null | undefined>(
  resource: Resource,
  record: R,
  every_ms: number | undefined,
): R {
  const path = every_ms === undefined || !record ? null : `/api/v1/${resource.path}/${record.id}/`;
  const fresh = useAsk<AnyRecord>(path, every_ms).data;
  return useMemo(() => (record && fresh ? (layLive([record], [fresh])[0] as R) : record), [record, fresh]);
}

/** @param every_ms Undefined asks nothing. */
export function useLive(
  resource: Resource,
  rows: readonly AnyRecord[],
  { filter }: Asked,
  every_ms: number | undefined,
): readonly AnyRecord[] {
  const { timezone } = useFormat();
  const params = queryOf(resource, { query: "", filter }, timezone);
  params.set("page_size", String(AT_MOST));
  const path = every_ms === undefined ? null : `/api/v1/${resource.path}/?${params}`;
  const results = useAsk<{ results: readonly AnyRecord[] }>(path, every_ms).data?.results;
  return useMemo(() => layLive(rows, results ?? []), [rows, results]);
}
