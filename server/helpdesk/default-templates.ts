// The templates of work orders that every new tenant has, in its language: its own to change, or to switch off.
import { type TaskTemplate, taskTemplate } from "../../shared/helpdesk/index.ts";
import { type Language, type Pair, textIn } from "../../shared/kernel/formatting/language.ts";
import { newId } from "../../shared/kernel/id.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

interface DefaultTemplate
  extends Pick<
    TaskTemplate,
    "task_type" | "minutes_expected" | "needs_rx" | "needs_signature" | "needs_photo"
  > {
  readonly name: Pair;
  readonly checklist: readonly Pair[];
}

const DEFAULT_TEMPLATES: readonly DefaultTemplate[] = [
  {
    ...{ name: ["Repair", "মেরামত"], task_type: "REPAIR", minutes_expected: 60 },
    checklist: [
      ["Measure the signal before touching anything", "কিছু ধরার আগে সিগন্যাল মাপুন"],
      ["Look at connectors, bends and the drop cable", "কানেক্টর, বাঁক ও ড্রপ কেবল দেখুন"],
      ["Restart the ONU and see the line come up", "ওএনইউ রিস্টার্ট দিয়ে লাইন আসে কি না দেখুন"],
      ["Speed test with the customer", "গ্রাহকের সামনে গতি মাপুন"],
    ],
    ...{ needs_rx: true, needs_signature: false, needs_photo: false },
  },
  {
    ...{ name: ["Installation", "নতুন সংযোগ"], task_type: "INSTALLATION", minutes_expected: 120 },
    checklist: [
      ["Measure the signal at the splitter", "স্প্লিটারে সিগন্যাল মাপুন"],
      ["Lay the drop cable", "ড্রপ কেবল টানুন"],
      ["Label both ends", "দুই মাথায় লেবেল লাগান"],
      ["Write down the ONU's serial number", "ওএনইউর সিরিয়াল নম্বর লিখুন"],
      ["Set up Wi-Fi with the customer", "গ্রাহকের সঙ্গে ওয়াই-ফাই ঠিক করুন"],
      ["Speed test with the customer", "গ্রাহকের সামনে গতি মাপুন"],
    ],
    ...{ needs_rx: true, needs_signature: true, needs_photo: true },
  },
  {
    ...{ name: ["Inspection", "পরিদর্শন"], task_type: "INSPECTION", minutes_expected: 30 },
    checklist: [
      ["Look at poles, joints and closures", "খুঁটি, জোড়া ও ক্লোজার দেখুন"],
      ["Measure the signal", "সিগন্যাল মাপুন"],
      ["Note what has to be repaired", "কী মেরামত লাগবে লিখুন"],
    ],
    ...{ needs_rx: false, needs_signature: false, needs_photo: false },
  },
];

/** A template's texts in one language. */
const textsOf = (language: Language, { name, checklist }: DefaultTemplate) => ({
  name: textIn(language, name),
  checklist: checklist.map((point) => textIn(language, point)),
});

export async function beginWithTemplates(tx: Tx, tenant_id: string): Promise<void> {
  const [settings] = await tx<{ language: Language }[]>`
    select language from company_settings where tenant_id = ${tenant_id}`;
  const rows = DEFAULT_TEMPLATES.map((template) => {
    const { name, checklist } = textsOf(settings?.language ?? "en", template);
    return {
      ...{ ...template, id: newId(), tenant_id, name, checklist: tx.json(checklist) },
      ...{ priority: "MEDIUM", is_active: true },
    };
  });
  await tx`insert into task_templates ${tx(rows)}`;
}

/** Templates with unchanged name and points are in the company's new language. */
export async function speakTemplates(
  ctx: OperationContext,
  before: Language,
  after: Language,
): Promise<void> {
  const { tx, tenant } = ctx;
  for (const template of DEFAULT_TEMPLATES) {
    const [was, is] = [textsOf(before, template), textsOf(after, template)];
    await tx`update task_templates t set name = ${is.name}, checklist = ${tx.json(is.checklist)}
      where t.tenant_id = ${tenant.id} and t.name = ${was.name} and t.checklist = ${tx.json(was.checklist)}
        and not exists (select from task_templates other
          where other.tenant_id = ${tenant.id} and other.name = ${is.name} and other.id <> t.id)`;
  }
  ctx.markChanged(taskTemplate.collection);
}
