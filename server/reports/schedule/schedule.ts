// The dashboard by mail: each due day once, whatever ends the server in between, and only to people who may still see it.

import { dayOf } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { type Language, textIn } from "../../../shared/kernel/formatting/language.ts";
import { tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import {
  type ReportSchedule,
  reportPdfQuery,
  reportSchedule,
  reportScheduleVerbs,
  sendReport,
} from "../../../shared/reports/index.ts";
import { dueBy, type When } from "../../../shared/reports/report-schedule.rules.ts";
import { holdsRight, loadTenant } from "../../identity/index.ts";
import { type Route, route } from "../../kernel/area.ts";
import { inTenantPlanned, type Tx } from "../../kernel/db/db.ts";
import { letterheadOf, pdf } from "../../kernel/http/pdf-answer.ts";
import { forEachTenant } from "../../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import { canMail, queueMail } from "../../kernel/mail/queue.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../../kernel/operation/run-as-system.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { documentKind } from "../../kernel/pdf/pdf-workers.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import type { Hooks } from "../../kernel/resource/hooks.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import type { Services } from "../../kernel/services.ts";
import { readDashboard } from "../dashboard.ts";
import { type DashboardPaper, type dashboardPdf, sectionsOf } from "./dashboard-pdf.ts";
import { TEXTS } from "./dashboard-words.ts";

const DASHBOARD = documentKind<typeof dashboardPdf>(
  import.meta.resolve("./dashboard-pdf.ts"),
  "dashboardPdf",
);

const nextAt = (ctx: OperationContext, when: When): string =>
  dueBy(when, ctx.call.received_at, ctx.tenant.settings.timezone).next.at.toISOString();

const initial: When = { frequency: "DAILY", weekday: 0, month_day: 1, hour: 8 };

const hooks: Hooks<typeof reportSchedule> = {
  create: { before: (ctx, draft) => ({ ...draft, next_at: nextAt(ctx, { ...initial, ...draft }) }) },
  update: {
    before: (ctx, draft, before) => ({ ...draft, next_at: nextAt(ctx, { ...before, ...draft }) }),
  },
};

/** Whether the person may still see what the report says. */
const maySee = ({ tx, tenant }: OperationContext, staff: string) =>
  holdsRight(tx, tenant, staff, "reporting.report.view");

/** The dashboard of now, as it goes on paper. */
async function paperNow(tx: Tx, tenant: Tenant, at: Date, language: Language): Promise<DashboardPaper> {
  return {
    ...{ company: letterheadOf(tenant), day: dayOf(at, tenant.settings.timezone), language },
    dashboard: await readDashboard(tx, tenant),
    format: tenantFormat(tenant.settings, language),
  };
}

async function writeReport(ctx: OperationContext, to: string, language: Language): Promise<string> {
  const { tenant, tx } = ctx;
  const paper = await paperNow(tx, tenant, ctx.call.received_at, language);
  const { day } = paper;
  const bytes = await ctx.services.pdfs.make("system", DASHBOARD, paper);
  const lines = sectionsOf(paper).flatMap(([title, rows]) => [
    ...["", title],
    ...rows.map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return queueMail(ctx, {
    ...{ kind: "REPORT", to },
    subject: `${tenant.settings.company_name}: ${textIn(language, TEXTS.title)}, ${day}`,
    text: [textIn(language, TEXTS.mail), ...lines].join("\n"),
    attachment: { name: `dashboard-${day}.pdf`, content_type: "application/pdf", bytes },
  });
}

type Due = Pick<ReportSchedule, "id" | "staff" | "email" | "language" | "next_at"> & When;

/** One schedule that is due: the report, its day, and when the next one is, in one transaction. */
async function sendDue(ctx: OperationContext, id: string): Promise<void> {
  const { tx, tenant } = ctx;
  const [due] = await tx<Due[]>`
    select id, staff, email, language, next_at, frequency, weekday, month_day, hour from report_schedules
    where tenant_id = ${tenant.id} and id = ${id} and is_active and next_at <= ${ctx.call.received_at}
    for update skip locked`;
  if (!due) return;
  const { latest, next } = dueBy(due, ctx.call.received_at, tenant.settings.timezone);
  const set = async (is_active: boolean) => {
    await tx`update report_schedules set is_active = ${is_active}, next_at = ${next.at}, last_period = ${latest.period}
      where tenant_id = ${tenant.id} and id = ${id}`;
    ctx.markChanged(reportSchedule.collection);
  };
  if (!(await maySee(ctx, due.staff))) return set(false);
  const [sent] = await tx`select from report_sendings
    where tenant_id = ${tenant.id} and schedule = ${id} and period = ${latest.period}`;
  if (!sent) {
    const mail = await writeReport(ctx, due.email, due.language);
    await tx`insert into report_sendings ${tx({ tenant_id: tenant.id, schedule: id, period: latest.period, mail })}`;
  }
  await set(true);
}

/** Writes every report that is due. */
export async function sendReports(services: Services, now = new Date()): Promise<void> {
  const due = await services.db.platform<{ tenant_id: string; id: string }[]>`
    select /* every tenant */ s.tenant_id, s.id from report_schedules s join tenants t on t.id = s.tenant_id
    where s.is_active and s.next_at <= ${now} and t.is_active order by s.next_at limit 500`;
  await forEachTenant("reports", due, async ({ tenant_id, id }) => {
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (tenant) await runAsSystem(services, tenant, systemCall(tenant, now), (ctx) => sendDue(ctx, id));
  });
}

export const reportJob: JobDefinition = {
  name: "send-reports",
  cron: "* * * * *",
  on_clock_jump: "WAITS",
  at_start: true,
  one_waiting: true,
  run: (services) => sendReports(services),
};

export const scheduleOperations = [
  ...crudOperations(reportScheduleVerbs, hooks),
  implement(sendReport, async (ctx, _input, id) => {
    const { staff, email, language } = await requireRecord(ctx, reportSchedule, id);
    if (!(await canMail(ctx))) throw new Failure("NO_MAIL_SERVER");
    if (!(await maySee(ctx, staff)))
      throw new Failure("ILLEGAL_TRANSITION", "This person may not see reports any more");
    return { mail: await writeReport(ctx, email, language) };
  }),
];

/** What a report by mail would bring now. */
export const reportPdfRoute: Route = route({
  method: "GET",
  path: "/reports/dashboard/pdf/",
  operation_id: "getDashboardPdf",
  summary: "The dashboard as a PDF, as reports by mail bring it",
  area: "reports",
  permission: "reporting.report.view",
  is_of_all: true,
  query: reportPdfQuery,
  produces: "application/pdf",
  async handler(request) {
    const { services, principal, call, query } = request;
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    const paper = await inTenantPlanned(services.db, tenant, (tx) =>
      paperNow(tx, tenant, call.received_at, query.language ?? tenant.settings.language),
    );
    return pdf(request, `dashboard-${paper.day}`, DASHBOARD, paper);
  },
});
