// Answers that are PDF documents of one record.
import { Failure } from "../../../shared/kernel/failure.ts";
import { type Language, textIn } from "../../../shared/kernel/formatting/language.ts";
import { type TenantFormat, tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import { isId } from "../../../shared/kernel/id.ts";
import type { RouteRequest } from "../area.ts";
import type { Tenant } from "../operation/principal.ts";
import { Reply, tenantOf } from "../operation/run-operation.ts";
import type { DocumentKind, Maker } from "../pdf/pdf-workers.ts";
import type { Letterhead } from "../pdf/sheet.ts";
import { disposition } from "./disposition.ts";

/**
 * A document as an answer, made in the caller's turn by a thread that makes documents.
 * @param name of the file, without its ending.
 */
export async function pdf<F extends Maker>(
  { services, principal, call }: RouteRequest,
  name: string,
  kind: DocumentKind<F>,
  ...args: Parameters<F>
): Promise<Reply> {
  const caller = principal?.token_id ?? call.address ?? "";
  return pdfReply(await services.pdfs.make(caller, kind, ...args), name);
}

function pdfReply(bytes: Uint8Array, name: string): Reply {
  const file = name.replace(/[^\w.-]/g, "_");
  const headers = {
    "content-type": "application/pdf",
    "content-disposition": disposition("inline", `${file}.pdf`),
  };
  return new Reply(200, Buffer.from(bytes), { headers });
}

/** The record that a path names. @throws Failure NOT_FOUND. */
export function target({ principal, params }: RouteRequest): { tenant: Tenant; id: string } {
  const { id = "" } = params;
  if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
  return { tenant: tenantOf(principal), id };
}

const TAX_NUMBER = ["Tax number", "কর নম্বর"] as const;

/** The company as its documents name it. */
export function letterheadOf({ settings }: Tenant): Letterhead {
  const { company_name: name, address, support_phone: phone, legal_text } = settings;
  const tax_number = settings.tax_number && `${textIn(settings.language, TAX_NUMBER)} ${settings.tax_number}`;
  return { name, address, phone, tax_number, legal_text };
}

/** The language of the company's papers, and its way of writing in it. */
export function paperStyleOf({ settings }: Tenant): { language: Language; format: TenantFormat } {
  const { language } = settings;
  return { language, format: tenantFormat(settings, language) };
}
