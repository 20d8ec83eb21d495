// GET /reports/dashboard/: how the business stands, all of it at one moment (contract §3, Reports).
import { invoice, transaction } from "../../shared/billing/index.ts";
import { ticket } from "../../shared/helpdesk/index.ts";
import { reportQuery } from "../../shared/kernel/report.ts";
import { userSession } from "../../shared/network/index.ts";
import { dashboardAnswer } from "../../shared/reports/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { readAgeing } from "../billing/index.ts";
import { reportRoute } from "../kernel/http/report-route.ts";
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

export const dashboardRoute = reportRoute({
  path: "/reports/dashboard/",
  operation_id: "getDashboard",
  summary: "Customers, collections, dues, recurring revenue, work and network",
  area: "reports",
  permission: "reporting.report.view",
  counts: [customer, invoice, transaction, ticket, userSession],
  query: reportQuery,
  output: dashboardAnswer,
  async read(tx, tenant) {
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
  },
  rows: (answer) => [["figure", "value"], ...figures(answer, "")],
});
