// What automated calls say, what that is for one customer, and the order to call many.
import {
  BROADCAST,
  broadcastVoiceTemplate,
  checkScript,
  previewVoiceTemplate,
  stopBroadcast,
  voiceTemplate as template,
  type voiceTemplate,
  voiceTemplateVerbs,
} from "../../shared/callcenter/index.ts";
import { Failure, toProblem } from "../../shared/kernel/failure.ts";
import { customer } from "../../shared/subscribers/index.ts";
import type { Row } from "../kernel/db/db.ts";
import { queueTask } from "../kernel/jobs/background-tasks.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { requireReference } from "../kernel/resource/draft.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { walkRecords } from "../kernel/resource/list/list.ts";
import type { Query } from "../kernel/resource/list/request.ts";
import { requireRecord } from "../kernel/resource/record.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";
import { refuseAfterEnd } from "../platform/index.ts";
import { customerList } from "../subscribers/index.ts";
import { countCalls, textFor } from "./broadcast-calls.ts";
import { activeGateway } from "./voice-setting.ts";

const hooks: Hooks<typeof voiceTemplate> = {
  create: {
    before(_ctx, draft) {
      checkScript(draft.script_text ?? "");
      return draft;
    },
  },
  update: {
    before(_ctx, draft) {
      if (draft.script_text !== undefined) checkScript(draft.script_text);
      return draft;
    },
  },
};

/** As a query of /customers/ has it: texts. */
const queryOf = (filter: Row): Query =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  );

export const voiceTemplateOperations = [
  ...crudOperations(voiceTemplateVerbs, hooks),

  implement(previewVoiceTemplate, async (ctx, { customer: id }, template_id) => {
    ctx.require("subscribers.customer.view");
    const { script_text } = await requireRecord(ctx, template, template_id);
    await requireReference(ctx, "customer", "customer", id);
    return { text: textFor(ctx.tenant, script_text, await requireRecord(ctx, customer, id)) };
  }),

  implement(broadcastVoiceTemplate, async (ctx, { filter }, id) => {
    ctx.require("subscribers.customer.view");
    await refuseAfterEnd(ctx);
    const { name, script_text, audio_file, template_type } = await requireRecord(ctx, template, id);
    await activeGateway(ctx);
    const query = queryOf(filter);
    // A wrong filter is told now.
    const list = { resource: customer, query, tenant: ctx.tenant, options: customerList };
    await walkRecords(ctx.tx, list, { by: "customer_code", after: null, limit: 1 });
    // What was approved is what is said, whatever becomes of the template later.
    const input = { template: id, name, script_text, audio_file, template_type, filter: query };
    const task_id = await queueTask(ctx, BROADCAST, input);
    ctx.audit(broadcastVoiceTemplate, { id, after: { task_id, filter: query } });
    return { success: true, task_id, status: "QUEUED", async: true };
  }),

  implement(stopBroadcast, (ctx, _input, id) =>
    changeRecord(ctx, stopBroadcast, id, async ({ kind, status }) => {
      if (kind !== BROADCAST) throw new Failure("ILLEGAL_TRANSITION", "This work can't be stopped");
      if (status !== "QUEUED" && status !== "RUNNING")
        throw new Failure("ILLEGAL_TRANSITION", "This has ended already");
      const error = { ...toProblem(new Failure("CANCELLED", `Stopped by ${ctx.actor.username}`)) };
      const result = await countCalls(ctx, id);
      const finished_at = ctx.call.received_at.toISOString();
      return { set: { status: "FAILED", error, result, finished_at } };
    }),
  ),
];
