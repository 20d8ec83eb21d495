// What super administrators do with backups: take, look at, download, restore, prove, delete.
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { type Operation, withIdempotencyKey } from "../../../shared/kernel/operation.ts";
import { type RecordOf, recordSchema } from "../../../shared/kernel/resource.ts";
import {
  databaseBackup,
  databaseBackupVerbs,
  proveBackup,
  restoreBackup,
  takeBackup,
  tenantRestore,
} from "../../../shared/saas/index.ts";
import { type Route, route } from "../../kernel/area.ts";
import { transaction } from "../../kernel/db/db.ts";
import { disposition } from "../../kernel/http/disposition.ts";
import { operationId } from "../../kernel/openapi/names.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runOnPlatform } from "../../kernel/operation/run-as-system.ts";
import { type Implementation, implement, Reply } from "../../kernel/operation/run-operation.ts";
import { runOperation } from "../../kernel/operation/run-request.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import { readRecord, requireRecord } from "../../kernel/resource/record.ts";
import type { Services } from "../../kernel/services.ts";
import { proveNow } from "./drill.ts";
import { isOpen, requireDone, wakeQueue } from "./queue.ts";
import { pathOf, queueBackup } from "./records.ts";
import { requireOursOrDamaged } from "./restore.ts";

type Backup = RecordOf<typeof databaseBackup>;

export const backupOperations = crudOperations(databaseBackupVerbs, {
  delete: {
    before(ctx, backup) {
      requireDone(backup);
      ctx.after_commit.push(() => void rm(pathOf(ctx.services, backup.filename), { force: true }));
    },
  },
});

/** @throws Failure BACKUP_IN_PROGRESS, BACKUP_UNREADABLE: there is no whole file. */
function requireFile(backup: Backup): void {
  requireDone(backup);
  if (backup.status !== "SUCCEEDED")
    throw new Failure("BACKUP_UNREADABLE", "This backup failed: it has no file");
}

const queueTake = implement(takeBackup, async (ctx, { tenant }) => {
  const { tx } = ctx;
  const [known] = await tx<{ id: string; name: string; subdomain: string }[]>`
    select id, name, subdomain from tenants where id = ${tenant}`;
  if (!known) {
    const errors = [{ field: "tenant", code: "DOES_NOT_EXIST", message: "There is no such tenant" }] as const;
    throw new Failure("VALIDATION", "tenant: there is no such tenant", { errors });
  }
  const [open] =
    await tx`select 1 from database_backups where tenant = ${tenant} and status in ('QUEUED', 'RUNNING') limit 1`;
  if (open) throw new Failure("BACKUP_IN_PROGRESS", "A backup of this tenant is being taken already");
  const id = await queueBackup(tx, known, "MANUAL", ctx.actor.username);
  ctx.noteChange(takeBackup, { id, after: { tenant, company: known.name } });
  ctx.after_commit.push(() => wakeQueue(ctx.services));
  return { id };
});

/** @returns its id: of the same backup others may be asked for at the same time. */
async function queueRow(
  ctx: OperationContext,
  backup: string,
  target: { name: string; subdomain: string; accept_foreign: boolean; reason: string | null },
): Promise<string> {
  const [taken] = await ctx.tx`select 1 from tenants where subdomain = ${target.subdomain}`;
  if (taken) {
    const errors = [{ field: "subdomain", code: "NOT_UNIQUE", message: "Already in use" }] as const;
    throw new Failure("DUPLICATE", "There is already a tenant with this subdomain", { errors });
  }
  const row = { ...target, id: newId(), backup, status: "QUEUED", requested_by: ctx.actor.username };
  await ctx.tx`insert into tenant_restores ${ctx.tx({ ...row, version: 1, updated_at: new Date() })}`;
  return row.id;
}

/** What an operation queued, or asks for. */
interface Queued {
  /** The backup. */
  id: string;
  restore?: string;
}

const queueRestore = implement(restoreBackup, async (ctx, input, id) => {
  const { accept_foreign = false, reason = "", ...named } = input;
  if (accept_foreign && reason === "")
    throw invalid("reason", "Whoever restores a file of somebody else says why it is trusted", "REQUIRED");
  const backup = await requireRecord(ctx, databaseBackup, id);
  requireFile(backup);
  const target = { ...named, accept_foreign, reason: accept_foreign ? reason : null };
  const restore = await queueRow(ctx, id, target);
  ctx.noteChange(restoreBackup, { id, after: accept_foreign ? target : named });
  ctx.after_commit.push(() => wakeQueue(ctx.services));
  return { id, restore };
});

const notePrompt = implement(proveBackup, async (ctx, _input, id) => {
  requireFile(await requireRecord(ctx, databaseBackup, id));
  ctx.noteChange(proveBackup, { id });
  return { id };
});

const WAIT_SECONDS = 20;
const WAIT_SECONDS_MAX = 45;
const LOOK_MS = 100;

/** Seconds that a caller waits: `Prefer: wait=N` (RFC 7240), at most 45, else 20. */
function waitSeconds(prefer: string | string[] | undefined): number {
  const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,5})/i.exec(String(prefer ?? ""))?.[1];
  return wait === undefined ? WAIT_SECONDS : Math.min(Number(wait), WAIT_SECONDS_MAX);
}

/** A backup as it is now, with the restore that is asked for. @throws Failure NOT_FOUND. */
async function readBackup(services: Services, { id, restore: asked }: Queued) {
  const found = await transaction(services.db.platform_transactions, async (tx) => {
    const record = await readRecord(tx, databaseBackup, services.platform, id);
    const restore = asked ? await readRecord(tx, tenantRestore, services.platform, asked) : null;
    return record && { record, restore };
  });
  if (!found) throw new Failure("NOT_FOUND");
  return found;
}

/** The backup once what was asked for is not open, or after `seconds`. */
async function settled(services: Services, queued: Queued, seconds: number) {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await readBackup(services, queued);
    const open = isOpen(found.record) || (found.restore !== null && isOpen(found.restore));
    if (!open || performance.now() >= end) return { ...found, open };
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

type Found = Awaited<ReturnType<typeof settled>>;

/** The route of an operation that queues work, or works after its transaction, and then answers the backup as it is. */
function backupRoute(
  operation: Operation<Parameters<typeof withIdempotencyKey>[0]>,
  implementation: Implementation,
  more: {
    answer(found: Found): Reply;
    long?: boolean;
    /** Before its transaction, which waits for no file. */
    before?(services: Services, backup: Backup, input: object): Promise<void>;
    afterwards?(services: Services, id: string): Promise<void>;
  },
): Route {
  return route({
    method: "POST",
    path: operation.path,
    summary: operation.summary,
    area: operation.area,
    permission: "superuser",
    operation_id: operationId(operation.name),
    body: withIdempotencyKey(operation.input),
    request_headers: ["Prefer", "IdempotencyKey"],
    output: operation.output ?? recordSchema(databaseBackup),
    status: operation.status,
    also: operation.also,
    ...(more.long ? { long: true } : {}),
    failures: [...operation.failures, "IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED"],
    async handler({ services, call, body, params, headers }) {
      const { idempotency_key, ...input } = body as { idempotency_key?: string };
      if (more.before && params.id)
        await more.before(services, (await readBackup(services, { id: params.id })).record, input);
      const header = headers["idempotency-key"];
      const { body: queued, replayed } = await runOperation(services, implementation, call, {
        input,
        id: params.id ?? null,
        idempotency_key: (typeof header === "string" ? header : idempotency_key) ?? null,
      });
      const asked = queued as Queued;
      if (!replayed) await more.afterwards?.(services, asked.id);
      const { status, body: answered } = more.answer(
        await settled(services, asked, waitSeconds(headers.prefer)),
      );
      return new Reply(status, answered, { replayed });
    },
  });
}

const downloadRoute = route({
  method: "GET",
  path: "/saas/backups/{id}/download/",
  operation_id: "downloadDatabaseBackup",
  summary: "A backup's file, as it lies on the server",
  area: "saas",
  permission: "superuser",
  produces: "application/gzip",
  long: true,
  failures: ["NOT_FOUND", "BACKUP_IN_PROGRESS", "BACKUP_UNREADABLE"],
  async handler({ services, call, params }) {
    const { record } = await readBackup(services, { id: params.id ?? "" });
    requireFile(record);
    const path = pathOf(services, record.filename);
    const file = await stat(path).catch(() => null);
    if (!file) throw new Failure("BACKUP_UNREADABLE", "The file is not in this server's folder of backups");
    await runOnPlatform(services, call, async (ctx) =>
      ctx.audit({ on: databaseBackup, name: "database_backup.download" }, { id: record.id }),
    );
    return new Reply(200, createReadStream(path), {
      headers: {
        "content-type": "application/gzip",
        "content-length": String(file.size),
        "content-disposition": disposition("attachment", record.filename),
      },
    });
  },
});

export const backupRoutes: readonly Route[] = [
  backupRoute(takeBackup, queueTake, {
    answer: ({ record, open }) => new Reply(open ? 202 : 201, record),
  }),
  backupRoute(restoreBackup, queueRestore, {
    long: true,
    async before(services, { status, filename }, input) {
      const is_accepted = "accept_foreign" in input && input.accept_foreign === true;
      if (status === "SUCCEEDED" && !is_accepted)
        await requireOursOrDamaged(services, pathOf(services, filename));
    },
    answer: ({ record, restore, open }) => new Reply(open ? 202 : 200, { ...record, restore }),
  }),
  backupRoute(proveBackup, notePrompt, {
    long: true,
    afterwards: async (services, id) => proveNow(services, (await readBackup(services, { id })).record),
    answer: ({ record }) => new Reply(200, record),
  }),
  downloadRoute,
];
