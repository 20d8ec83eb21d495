// POST /tickets/{id}/tasks/: a work order made of a ticket in one act.
import { dispatchTicket, planDispatch, planTask, type Task } from "../../../shared/helpdesk/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { changeRecord } from "../../kernel/resource/write-record.ts";
import { createTask } from "../task.ts";

/** Where a customer lives; null where it is not recorded. */
async function placeOf({ tx, tenant }: OperationContext, customer: string | null): Promise<Task["location"]> {
  if (customer === null) return null;
  const [found] = await tx<{ latitude: string | null; longitude: string | null }[]>`
    select latitude, longitude from customers where tenant_id = ${tenant.id} and id = ${customer}`;
  if (found?.latitude == null || found.longitude == null) return null;
  return { latitude: Number(found.latitude), longitude: Number(found.longitude) };
}

export const dispatchOperations = [
  implement(dispatchTicket, async (ctx, given, id) => {
    const moment = { at: ctx.call.occurred_at.toISOString(), offline: ctx.call.command !== null };
    const ticket = await changeRecord(ctx, dispatchTicket, id, (record) => ({
      set: planDispatch(record, moment),
    }));
    const location = await placeOf(ctx, ticket.customer);
    const made = ctx.call.command ?? ctx.newId();
    return createTask(ctx, { ...planTask(ticket, given), location, id: made });
  }),
];
