// Credit notes as PDF.
import {
  type CreditNote,
  type CreditNoteLine,
  creditNote,
  creditNoteLine,
  receiptQuery,
} from "../../../shared/billing/index.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { type RouteRequest, route } from "../../kernel/area.ts";
import { inTenantSnapshot } from "../../kernel/db/db.ts";
import { letterheadOf, paperStyleOf, pdf, target } from "../../kernel/http/pdf-answer.ts";
import { documentKind } from "../../kernel/pdf/pdf-workers.ts";
import { readRecord, readRecordsBy } from "../../kernel/resource/record.ts";
import type { CreditNoteDocument, creditNotePdf, creditNoteSlipPdf } from "./credit-note-pdf.ts";

const MODULE = import.meta.resolve("./credit-note-pdf.ts");
const CREDIT_NOTE = documentKind<typeof creditNotePdf>(MODULE, "creditNotePdf");
const CREDIT_NOTE_SLIP = documentKind<typeof creditNoteSlipPdf>(MODULE, "creditNoteSlipPdf");

async function readDocument(request: RouteRequest): Promise<CreditNoteDocument> {
  const { tenant, id } = target(request);
  return inTenantSnapshot(request.services.db, tenant, async (tx) => {
    const [note, lines, [customer]] = await Promise.all([
      readRecord(tx, creditNote, tenant, id),
      readRecordsBy(tx, creditNoteLine, tenant, { column: "credit_note", value: id, order: "position" }),
      tx<CreditNoteDocument["customer"][]>`
        select c.name, c.customer_code, c.username from credit_notes n
          join customers c on c.tenant_id = n.tenant_id and c.id = n.customer
        where n.tenant_id = ${tenant.id} and n.id = ${id}`,
    ]);
    if (!note || !customer) throw new Failure("NOT_FOUND");
    const found = note as CreditNote & { invoice_number: string };
    const document = { ...found, lines: lines as CreditNoteLine[] };
    return { company: letterheadOf(tenant), customer, note: document };
  });
}

export const creditNoteDocumentRoutes = [
  route({
    method: "GET",
    path: "/credit-notes/{id}/pdf/",
    operation_id: "getCreditNotePdf",
    summary: "A credit note on A4",
    area: "billing",
    permission: "billing.credit_note.view",
    produces: "application/pdf",
    async handler(request) {
      const document = await readDocument(request);
      const style = paperStyleOf(target(request).tenant);
      return pdf(request, document.note.credit_note_number, CREDIT_NOTE, document, style);
    },
  }),
  route({
    method: "GET",
    path: "/credit-notes/{id}/receipt/",
    operation_id: "getCreditNoteReceipt",
    summary: "A credit note for paper of 58 or 80 mm; a copy says so",
    area: "billing",
    permission: "billing.credit_note.view",
    query: receiptQuery,
    produces: "application/pdf",
    async handler(request) {
      const { tenant } = target(request);
      const document = await readDocument(request);
      const { width = String(tenant.settings.receipt_width_mm), copy } = request.query;
      const paper = { width: width === "58" ? 58 : 80, is_copy: copy === "true" } as const;
      const number = document.note.credit_note_number;
      return pdf(request, number, CREDIT_NOTE_SLIP, document, paper, paperStyleOf(tenant));
    },
  }),
];
