// GET /payrolls/{id}/slip/: a month's pay on paper.
import { employee, payroll } from "../../../shared/hr/index.ts";
import { dayOf } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { type Route, route } from "../../kernel/area.ts";
import { inTenantSnapshot } from "../../kernel/db/db.ts";
import { letterheadOf, paperStyleOf, pdf, target } from "../../kernel/http/pdf-answer.ts";
import { documentKind } from "../../kernel/pdf/pdf-workers.ts";
import { readRecord } from "../../kernel/resource/record.ts";
import type { slipPdf } from "./slip-pdf.ts";

const SLIP = documentKind<typeof slipPdf>(import.meta.resolve("./slip-pdf.ts"), "slipPdf");

export const slipRoute: Route = route({
  method: "GET",
  path: "/payrolls/{id}/slip/",
  operation_id: "getPayrollSlip",
  summary: "The pay slip on A4",
  area: "hr",
  permission: "hr.payroll.view",
  produces: "application/pdf",
  async handler(request) {
    const { tenant, id } = target(request);
    const { record, person } = await inTenantSnapshot(request.services.db, tenant, async (tx) => {
      const record = await readRecord(tx, payroll, tenant, id);
      const person = record && (await readRecord(tx, employee, tenant, record.employee));
      if (!record || !person) throw new Failure("NOT_FOUND");
      return { record, person };
    });
    const { timezone } = tenant.settings;
    const paid_on = record.paid_at && dayOf(new Date(record.paid_at), timezone);
    const company = letterheadOf(tenant);
    const slip = { company, employee: person, payroll: record, paid_on };
    const name = `salary-${record.month}-${person.employee_code}`;
    return pdf(request, name, SLIP, slip, new Date(record.updated_at), paperStyleOf(tenant));
  },
});
