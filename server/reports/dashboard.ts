// GET /reports/dashboard/: how the business stands, all of it at one moment (contract §3, Reports).
import { invoice, transaction } from "../../shared/billing/index.ts";
import { ticket } from "../../shared/helpdesk/index.ts";
import { reportQuery } from "../../shared/kernel/report.ts";
import { userSession } from "../../shared/network/index.ts";
import { type Dashboard, dashboardAnswer } from "../../shared/reports/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { FIGURES, readAgeing, readHeldNow, readKept } from "../billing/index.ts";
import type { Tx } from "../kernel/db/db.ts";
import { reportRoute } from "../kernel/http/report-route.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { readCustomers } from "./customer-figures.ts";
import { duesOf, readCollections, readInvoices } from "./money-figures.ts";
import { movementsOf, readMovements } from "./mrr.ts";
import { readChurn, readOwnReversals, readWaiting } from "./owner-figures.ts";
import { readNetwork, readSessions, readTasks, readTickets } from "./work-figures.ts";

/** Each figure with its place in the answer: "collections.series.0.amount". */
function figures(value: unknown, place: string): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[place, value]];
  return Object.entries(value).flatMap(([key, part]) =>
    figures(part, place === "" ? key : `${place}.${key}`),
  );
}

/**
 * All figures of one moment, as far as the transaction sees one.
 * @param sessions as the database itself knows them, also where the rest is read on a replica.
 */
export async function readDashboard(
  tx: Tx,
  tenant: Tenant,
  sessions: Promise<number> = readSessions(tx, tenant),
): Promise<Dashboard> {
  const kept = await readKept(tx, tenant, FIGURES);
  // One after the other on the wire, without waiting for each other's answers.
  const [active_sessions, customers, money, ageing, invoices, tickets, tasks, network, ...rest] =
    await Promise.all([
      sessions,
      readCustomers(tx, tenant, kept),
      readCollections(tx, tenant),
      readAgeing(tx, tenant, {}, kept),
      readInvoices(tx, tenant, kept),
      readTickets(tx, tenant),
      readTasks(tx, tenant),
      readNetwork(tx, tenant),
      readMovements(tx, tenant),
      readChurn(tx, tenant, kept),
      readHeldNow(tx, tenant),
      readWaiting(tx, tenant),
      readOwnReversals(tx, tenant),
    ]);
  const [movements, churn, cash, waiting, own_reversals] = rest;
  return {
    ...{ ...customers, ...money, dues: duesOf(ageing, tenant), invoices, tickets, tasks },
    network: { ...network, active_sessions },
    ...{ mrr_movements: movementsOf(movements, customers.mrr, tenant), churn, cash, waiting, own_reversals },
  };
}

export const dashboardRoute = reportRoute({
  path: "/reports/dashboard/",
  operation_id: "getDashboard",
  summary: "Customers, collections, dues, recurring revenue, cash, decisions, work and network",
  area: "reports",
  permission: "reporting.report.view",
  counts: [customer, invoice, transaction, ticket, userSession],
  query: reportQuery,
  output: dashboardAnswer,
  beside: readSessions,
  read: (tx, tenant, _query, _principal, sessions) => readDashboard(tx, tenant, sessions),
  rows: (answer) => [["figure", "value"], ...figures(answer, "")],
});
