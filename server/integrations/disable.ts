// An endpoint that is switched off since nothing arrives there: in its row, the audit log, on the review list, and by mail.
import { webhookEndpoint } from "../../shared/integrations/index.ts";
import { textIn } from "../../shared/kernel/formatting/language.ts";
import { because } from "../../shared/platform/index.ts";
import { loadTenant } from "../identity/index.ts";
import { canMail, queueMail } from "../kernel/mail/queue.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import type { Services } from "../kernel/services.ts";

type Reason = "GONE" | "FAILING";

const SUBJECT = ["A webhook was switched off", "একটি ওয়েবহুক বন্ধ করা হয়েছে"] as const;
const NEXT = [
  "See System → Webhooks: switched on again, it is sent what waits; what it missed can be replayed.",
  "সিস্টেম → ওয়েবহুক দেখুন: আবার চালু করলে যা অপেক্ষায় আছে তা যাবে; বাদ পড়া ঘটনা আবার পাঠানো যায়।",
] as const;

async function tell(ctx: OperationContext, url: string, reason: Reason): Promise<void> {
  const { language, company_name } = ctx.tenant.settings;
  const code = reason === "GONE" ? "WEBHOOK_GONE" : "WEBHOOK_FAILING";
  const said = because(code, { url });
  ctx.review({ kind: "WEBHOOK", ...said });
  const [settings] = await ctx.tx<{ support_email: string | null }[]>`
    select support_email from company_settings where tenant_id = ${ctx.tenant.id}`;
  if (!settings?.support_email || !(await canMail(ctx))) return;
  await queueMail(ctx, {
    kind: "WEBHOOK",
    to: settings.support_email,
    subject: `${company_name}: ${textIn(language, SUBJECT)}`,
    text: [because(code, { url }, { language }).detail, "", textIn(language, NEXT)].join("\n"),
  });
}

/** Nothing is sent to it until somebody switches it on again; what waits keeps waiting. */
export async function disableEndpoint(
  services: Services,
  tenant_id: string,
  id: string,
  reason: Reason,
): Promise<void> {
  const tenant = await loadTenant(services.db.platform, tenant_id);
  if (!tenant) return;
  await runAsSystem(services, tenant, systemCall(tenant), (ctx) =>
    changeRecord(ctx, { on: webhookEndpoint, name: "webhook_endpoint.disable" }, id, ({ is_active, url }) =>
      is_active
        ? {
            set: { is_active: false, state: "DISABLED", disabled_reason: reason },
            note: reason,
            after: () => tell(ctx, url, reason),
          }
        : null,
    ),
  );
}
