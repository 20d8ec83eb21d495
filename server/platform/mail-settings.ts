// Where a company's mail server may be, and what it takes to name another.

import { Failure, invalid } from "../../shared/kernel/failure.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import type { settings } from "../../shared/platform/settings.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { Draft } from "../kernel/resource/draft.ts";

/** Where the password is sent: a change asks for the password again, or it would go to any server that is named. */
const WAY = ["mail_host", "mail_port", "mail_security"] as const;

async function hasPassword({ tx, tenant }: OperationContext): Promise<boolean> {
  const [row] = await tx`select from company_settings
    where tenant_id = ${tenant.id} and mail_password_encrypted is not null`;
  return row !== undefined;
}

/** @throws Failure VALIDATION, ADDRESS_NOT_ALLOWED, PASSWORD_REQUIRED. Names are judged when they are resolved. */
export async function checkMail(
  ctx: OperationContext,
  draft: Draft<typeof settings>,
  before: RecordOf<typeof settings>,
): Promise<void> {
  const after = { ...before, ...draft };
  if (draft.mail_host) ctx.services.outgoing.require("mail_host", draft.mail_host);
  if (after.mail_host && !after.mail_from)
    throw invalid("mail_from", "Mails need a sender's address", "REQUIRED");
  const keeps_password = draft.mail_password === undefined && (await hasPassword(ctx));
  if (after.mail_security === "NONE" && after.mail_host && (draft.mail_password || keeps_password))
    throw invalid("mail_security", "A password is never sent without encryption", "CONFLICTING");
  if (keeps_password && WAY.some((name) => after[name] !== before[name])) {
    const message = "Another server may be somebody else's: give the password again";
    throw new Failure("PASSWORD_REQUIRED", message, {
      errors: [{ field: "mail_password", code: "PASSWORD_REQUIRED", message }],
    });
  }
}
