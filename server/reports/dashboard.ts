// GET /reports/dashboard/: how the business stands, all of it at one moment (contract §3, Reports).
import { reportQuery } from "../../shared/kernel/report.ts";
import { type Dashboard, dashboardAnswer } from "../../shared/reports/index.ts";
import { readAgeing } from "../billing/index.ts";
import { route } from "../kernel/area.ts";
import { inTenantSnapshot } from "../kernel/db/db.ts";
import { type ReportRows, reportReply } from "../kernel/http/report-reply.ts";
import { tenantOf } from "../kernel/operation/run-operation.ts";
import { readCustomers } from "./customer-figures.ts";
import { duesOf, readCollections, readInvoices } from "./money-figures.ts";
import { readNetwork, readTasks, readTickets } from "./work-figures.ts";

/** Each figure with its place in the answer: "collections.series.0.amount". */
function figures(value: unknown, place: string): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[place, value]];
  return Object.entries(value).flatMap(([key, part]) =>
    figures(part, place === "" ? key : `${place}.${key}`),
  );
}

const toRows = (answer: Dashboard): ReportRows => [["figure", "value"], ...figures(answer, "")];

export const dashboardRoute = route({
  method: "GET",
  path: "/reports/dashboard/",
  operation_id: "getDashboard",
  summary: "Customers, collections, dues, recurring revenue, work and network; format=csv for a file",
  area: "reports",
  permission: "reporting.report.view",
  query: reportQuery,
  output: dashboardAnswer,
  // With format=csv.
  produces: "text/csv",
  async handler({ services, principal, query }) {
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    const answer = await inTenantSnapshot(services.db, tenant, async (tx): Promise<Dashboard> => {
      // One after the other on the wire, without waiting for each other's answers.
      const [customers, collections, ageing, invoices, tickets, tasks, network] = await Promise.all([
        readCustomers(tx, tenant),
        readCollections(tx, tenant),
        readAgeing(tx, tenant),
        readInvoices(tx, tenant),
        readTickets(tx, tenant),
        readTasks(tx, tenant),
        readNetwork(tx, tenant),
      ]);
      return { ...customers, collections, dues: duesOf(ageing, tenant), invoices, tickets, tasks, network };
    });
    return reportReply(query, "dashboard", answer, toRows);
  },
});
