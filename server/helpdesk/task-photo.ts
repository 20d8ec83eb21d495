// Pictures of work orders: told of by a command, handed in by a request of their own, kept once, in a table beside the records.
import { createHash } from "node:crypto";
import {
  addTaskPhoto,
  PHOTO_BYTES_MAX,
  PHOTO_PATH,
  PHOTO_TYPES,
  PHOTOS_MAX,
  removeTaskPhoto,
  type TaskPhoto,
  taskPhoto,
} from "../../shared/helpdesk/index.ts";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { pictureType } from "../../shared/kernel/fields/picture.ts";
import { isId } from "../../shared/kernel/id.ts";
import { recordSchema } from "../../shared/kernel/resource.ts";
import { type RouteRequest, route } from "../kernel/area.ts";
import { inTenant } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { runAsSystem } from "../kernel/operation/run-as-system.ts";
import { implement, Reply, tenantOf } from "../kernel/operation/run-operation.ts";
import { deleteRows } from "../kernel/resource/deletions.ts";
import { requireRecord } from "../kernel/resource/record.ts";
import { addPart, changeRecord } from "../kernel/resource/write-record.ts";

/** Locks the work order: two phones that add to it take turns, and one that is not there takes nothing. */
const lockTask = (ctx: OperationContext, id: string) => ctx.lockRecord("tasks", id, ctx.tx`id`);

/** @throws Failure NOT_FOUND for a picture of another work order. */
async function photoOf(ctx: OperationContext, task: string, id: string): Promise<TaskPhoto> {
  const photo = await requireRecord(ctx, taskPhoto, id);
  if (photo.task !== task) throw new Failure("NOT_FOUND");
  return photo;
}

const addPhoto = implement(addTaskPhoto, async (ctx, { note = null, ...picture }, id) => {
  await lockTask(ctx, id);
  const [known] = await ctx.tx<{ n: number }[]>`
    select count(*)::int as n from task_photos where tenant_id = ${ctx.tenant.id} and task = ${id}`;
  if ((known?.n ?? 0) >= PHOTOS_MAX)
    throw new Failure("BUSINESS_RULE", `A work order takes at most ${PHOTOS_MAX} pictures`);
  const taken_at = ctx.call.occurred_at.toISOString();
  const taken_by = ctx.actor.full_name || ctx.actor.username;
  return addPart(ctx, taskPhoto, id, { ...picture, note, taken_at, taken_by, arrived_at: null });
});

const removePhoto = implement(removeTaskPhoto, (ctx, { photo }, id) =>
  changeRecord(ctx, removeTaskPhoto, id, async () => {
    const [found] = await ctx.tx<{ arrived: boolean }[]>`
      select arrived_at is not null as arrived from task_photos
      where tenant_id = ${ctx.tenant.id} and task = ${id} and id = ${photo}`;
    // Taken back twice: both wanted the same.
    if (!found) return null;
    if (found.arrived) throw new Failure("ILLEGAL_TRANSITION", "The picture has arrived: it stays");
    await deleteRows(ctx.tx, taskPhoto, ctx.tenant.id, ctx.tx`t.id = ${photo}`);
    ctx.markChanged(taskPhoto.collection);
    ctx.audit({ name: "task_photo.remove", on: taskPhoto }, { id: photo });
    return null;
  }),
);

export const taskPhotoOperations = [addPhoto, removePhoto];

/** The picture that a path names. @throws Failure NOT_FOUND. */
function placeOf({ params }: Pick<RouteRequest, "params">): { task: string; id: string } {
  const { id: task = "", photo_id: id = "" } = params;
  if (!isId(task) || !isId(id)) throw new Failure("NOT_FOUND");
  return { task, id };
}

/** @throws Failure VALIDATION for bytes that are not those that were told of. */
function checkFile(file: Buffer, { bytes, sha256, content_type }: TaskPhoto): void {
  const hash = createHash("sha256").update(file).digest("hex");
  if (file.length !== bytes || hash !== sha256)
    throw invalid("sha256", "These are not the bytes of the picture that was told of", "CONFLICTING");
  if (pictureType(file) !== content_type)
    throw invalid("content_type", `The picture is not of the type ${content_type}`, "INVALID");
}

const putRoute = route({
  method: "PUT",
  path: PHOTO_PATH,
  operation_id: "putTaskPhotoFile",
  summary: "Hand a picture in that was told of before. A repeat changes nothing",
  area: "helpdesk",
  permission: "operations.task.update",
  takes_file: { types: PHOTO_TYPES, bytes: PHOTO_BYTES_MAX },
  output: recordSchema(taskPhoto),
  async handler({ services, call, raw_body, ...request }) {
    const { task, id } = placeOf(request);
    const file = raw_body ?? Buffer.alloc(0);
    const photo = await runAsSystem(services, tenantOf(call.principal), call, async (ctx) => {
      await lockTask(ctx, task);
      const told = await photoOf(ctx, task, id);
      checkFile(file, told);
      if (told.arrived_at !== null) return told;
      await ctx.tx`insert into task_photo_files ${ctx.tx({ tenant_id: ctx.tenant.id, photo: id, data: file })}`;
      const arrived_at = call.received_at.toISOString();
      const arrive = { name: "task_photo.arrive", on: taskPhoto };
      return changeRecord(ctx, arrive, id, () => ({ set: { arrived_at } }));
    });
    return new Reply(200, photo);
  },
});

const getRoute = route({
  method: "GET",
  path: PHOTO_PATH,
  operation_id: "getTaskPhotoFile",
  summary: "A picture of a work order, once it has arrived",
  area: "helpdesk",
  permission: "operations.task.view",
  files: PHOTO_TYPES,
  async handler({ services, call, params }) {
    const { task, id } = placeOf({ params });
    const tenant = tenantOf(call.principal);
    const found = await inTenant(services.db, tenant, async (tx) => {
      const [row] = await tx<{ data: Buffer; content_type: string }[]>`
        select f.data, p.content_type from task_photos p
          join task_photo_files f on f.tenant_id = p.tenant_id and f.photo = p.id
        where p.tenant_id = ${tenant.id} and p.task = ${task} and p.id = ${id}`;
      return row;
    });
    if (!found) throw new Failure("NOT_FOUND");
    const headers = {
      "content-type": found.content_type,
      // Never a page, whatever it holds.
      "content-disposition": "attachment",
      "content-security-policy": "default-src 'none'; sandbox",
    };
    return new Reply(200, found.data, { headers });
  },
});

export const taskPhotoRoutes = [putRoute, getRoute];
