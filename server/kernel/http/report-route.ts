// Reports: figures of a whole tenant, declared once with who may ask, what is asked and how they are a file (contract §3).
import type { z } from "zod";
import { csvFigures, csvWriting } from "../../../shared/kernel/csv.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { reportQuery } from "../../../shared/kernel/report.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { AS_OF_HEADER } from "../../../shared/kernel/sync/protocol.ts";
import { type Route, route } from "../area.ts";
import { inTenantSnapshot, type Tx } from "../db/db.ts";
import { type Reading, readReport } from "../db/standby.ts";
import type { Principal, Tenant } from "../operation/principal.ts";
import { Reply, tenantOf } from "../operation/run-operation.ts";
import { isNarrowed } from "../resource/own-records.ts";
import { disposition } from "./disposition.ts";

/** A report's figures as rows, the first of which names the columns. */
export type ReportRows = readonly (readonly unknown[])[];

/** Headers of a CSV file that is offered under this name. */
export const csvHeaders = (name: string): Record<string, string> => ({
  "content-type": "text/csv; charset=utf-8",
  "content-disposition": disposition("attachment", `${name}.csv`),
});

/** Until when all that happened is in what was read on a replica. */
const asOf = (as_of: Reading<unknown>["as_of"]): Record<string, string> =>
  as_of === null ? {} : { [AS_OF_HEADER]: as_of };

interface Report<Q extends typeof reportQuery, A extends z.ZodType, B>
  extends Pick<Route, "path" | "operation_id" | "summary" | "area" | "permission"> {
  /** Of what it is made: who sees their own records of one of these alone is refused, for their part is no report. */
  counts: readonly Resource[];
  query: Q;
  output: A;
  /** False: who sees their own alone may ask for it, and `read` shows them no more. */
  is_of_all?: false;
  /** Somebody counts a drawer against it: never from a replica, which may be a moment behind. */
  is_of_now?: true;
  /** What a replica does not hold, since its table has no log: read on the database itself. */
  beside?(tx: Tx, tenant: Tenant): Promise<B>;
  /** Its figures, all of one moment. */
  read(
    tx: Tx,
    tenant: Tenant,
    query: z.output<Q>,
    principal: Principal,
    beside: Promise<B> | undefined,
  ): Promise<z.output<A>>;
  /** The same as rows of a file. */
  rows(answer: z.output<A>, tenant: Tenant): ReportRows;
}

/** The route of a report: JSON, or with format=csv a file that is named as the last part of its path. */
export function reportRoute<Q extends typeof reportQuery, A extends z.ZodType, B = undefined>(
  report: Report<Q, A, B>,
): Route {
  const { counts, beside, read, rows, summary, is_of_now, ...declared } = report;
  return route<z.ZodType, Q>({
    is_of_all: true,
    ...declared,
    method: "GET",
    summary: `${summary}; format=csv for a file`,
    // With format=csv.
    produces: "text/csv",
    async handler({ services, principal, query }) {
      if (!principal) throw new Error("The route is not public");
      const tenant = tenantOf(principal);
      if (counts.some((resource) => isNarrowed(resource, tenant.rowScope)))
        throw new Failure("PERMISSION_DENIED", "This is for who may see all records that it counts");
      const { db } = services;
      const replica = is_of_now ? null : services.replica;
      const apart = replica && beside ? inTenantSnapshot(db, tenant, (tx) => beside(tx, tenant)) : null;
      // Before a connection of the replica is held.
      await apart;
      const work = (tx: Tx) => read(tx, tenant, query, principal, apart ?? beside?.(tx, tenant));
      const { answer, as_of } = await readReport({ db, replica }, tenant, work);
      const headers = asOf(as_of);
      if (query.format !== "csv") return new Reply(200, answer, { headers });
      const name = declared.path.split("/").at(-2) ?? "report";
      const writing = csvWriting(tenant.settings.decimal_separator);
      const text = rows(answer, tenant)
        .map((cells) => csvFigures(cells, writing))
        .join("");
      return new Reply(200, text, { headers: { ...headers, ...csvHeaders(name) } });
    },
  });
}
