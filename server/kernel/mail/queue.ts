// Mails on their way: written with the transaction that causes them, sent by a job, tried again, each at most once as far as
// SMTP allows. Twice it can be only where a server took a mail, its answer was lost, and a person sends it again by hand.
import { newId } from "../../../shared/kernel/id.ts";
import { LINE_TROUBLES } from "../../../shared/kernel/outgoing/line-trouble.ts";
import type { MailKind, MailTrouble } from "../../../shared/kernel/outgoing/mail.ts";
import { insertRows } from "../db/bulk.ts";
import { type Row, type Sql, type Tx, transaction } from "../db/db.ts";
import { forEachTenant } from "../jobs/for-each-tenant.ts";
import type { JobDefinition } from "../jobs/jobs.ts";
import type { OperationContext } from "../operation/context.ts";
import { deleteRows } from "../resource/deletions.ts";
import type { Services } from "../services.ts";
import type { Attachment, Delivered } from "./deliver.ts";
import { type CompanyRelay, relayOf } from "./relay.ts";

const JOB = "send-mails";

export interface Mail {
  /** What it is for: the log is filtered by it. */
  kind: MailKind;
  /** One address. */
  to: string;
  subject: string;
  text: string;
  attachment?: Attachment;
  /** Of the tries; 1: it fails with the first. */
  tries?: number;
}

/** After the first try, the second, …; the last failure is about a day after the first. */
const WAIT_MINUTES = [1, 5, 15, 60, 180, 360, 720];
const TRIES = WAIT_MINUTES.length + 1;

/** Whether the company's mails can go anywhere at all. */
export async function canMail({ tx, tenant, services }: OperationContext): Promise<boolean> {
  return (await relayOf(tx, services, tenant.id)) !== null;
}

const MAIL_LOG = { table: "mails", collection: "mails" };

const MAILS = {
  tenant_id: "uuid",
  id: "uuid",
  kind: "text",
  to: "text",
  subject: "text",
  tries_left: "int",
  requested_by: "text",
} as const;
const TEXTS = { tenant_id: "uuid", mail: "uuid", body: "text" } as const;

type PlainMail = Omit<Mail, "attachment">;

/** Queues mails with a transaction that is no operation's: who commits it says that mails changed, and wakes them. */
export async function writeMails(
  tx: Tx,
  whose: { tenant_id: string; requested_by: string },
  mails: readonly PlainMail[],
): Promise<void> {
  const rows = mails.map(({ text: body, kind, to, subject, tries: tries_left = TRIES }) => {
    const id = newId();
    return { ...whose, id, kind, to, subject, mail: id, body, tries_left };
  });
  await insertRows(tx, "mails", MAILS, rows);
  await insertRows(tx, "mail_contents", TEXTS, rows);
}

/** Many at once, without a file, as `queueMail` does it with one. */
export async function queueMails(ctx: OperationContext, mails: readonly PlainMail[]): Promise<void> {
  const { tx, tenant, services } = ctx;
  if (mails.length === 0) return;
  await writeMails(tx, { tenant_id: tenant.id, requested_by: ctx.actor.username }, mails);
  ctx.markChanged("mails");
  ctx.after_commit.push(() => wakeMails(services));
}

/** Queues a mail with the transaction that causes it; a rollback sends none. @returns its id. */
export async function queueMail(ctx: OperationContext, mail: Mail): Promise<string> {
  const { tx, tenant, services } = ctx;
  const id = newId();
  const { attachment, text, to, kind, subject, tries = TRIES } = mail;
  await tx`insert into mails (tenant_id, id, kind, "to", subject, tries_left, requested_by)
    values (${tenant.id}, ${id}, ${kind}, ${to}, ${subject}, ${tries}, ${ctx.actor.username})`;
  const file = attachment
    ? { file_name: attachment.name, file_type: attachment.content_type, file: Buffer.from(attachment.bytes) }
    : {};
  await tx`insert into mail_contents ${tx({ tenant_id: tenant.id, mail: id, body: text, ...file })}`;
  ctx.markChanged("mails");
  ctx.after_commit.push(() => wakeMails(services));
  return id;
}

/** Asks that what is due is sent now. */
export const wakeMails = ({ jobs }: Pick<Services, "jobs">): void => jobs.wake(JOB);

interface DueMail {
  id: string;
  to: string;
  subject: string;
  created_at: string;
  tries: number;
  tries_left: number;
  body: string;
  file_name: string | null;
  file_type: string | null;
  file: Uint8Array | null;
}

/** What waits longer is of no use any more, as after weeks in which a company was shut out. */
const USELESS_AFTER = "3 days";

/** Under the tenant's lock no mail is being sent: one marked so was left behind by a server that ended. */
async function pickUp(sql: Sql, tenant: string): Promise<void> {
  await sql`update mails set
      status = case when status = 'SENDING' and is_handed_over then 'UNSURE' when status = 'SENDING' then 'QUEUED' else 'FAILED' end,
      reason = case when status = 'SENDING' and is_handed_over then 'BROKEN_OFF' when status = 'QUEUED' then 'TOO_LATE' else reason end
    where tenant_id = ${tenant} and (status = 'SENDING'
      or (status = 'QUEUED' and created_at < now() - ${USELESS_AFTER}::interval))`;
}

async function take(sql: Sql, tenant: string): Promise<DueMail | null> {
  const [mail] = await sql<DueMail[]>`
    update mails m set status = 'SENDING', is_handed_over = false from mail_contents c
    where m.tenant_id = ${tenant} and c.tenant_id = m.tenant_id and c.mail = m.id and m.id = (
      select q.id from mails q where q.tenant_id = ${tenant} and q.status = 'QUEUED' and q.next_try_at <= now()
      order by q.next_try_at, q.id limit 1)
    returning m.id, m."to", m.subject, m.created_at, m.tries, m.tries_left, c.body, c.file_name, c.file_type, c.file`;
  return mail ?? null;
}

const NO_SERVER: Delivered = {
  ...{ outcome: "RETRY", reason: "NO_SERVER" },
  why: "NO_SERVER",
};

function attachmentOf({ file_name, file_type, file }: DueMail): Attachment | null {
  return file
    ? { name: file_name ?? "file", content_type: file_type ?? "application/octet-stream", bytes: file }
    : null;
}

async function send(
  { db, outgoing: guard }: Services,
  tenant: string,
  relay: CompanyRelay,
  mail: DueMail,
): Promise<Delivered> {
  const { id, to, subject, body: text, created_at } = mail;
  const message = { id, to, subject, text, attachment: attachmentOf(mail), written_at: new Date(created_at) };
  const onHandOver = async () => {
    await db.platform`update mails set is_handed_over = true where tenant_id = ${tenant} and id = ${id}`;
  };
  // What writes a mail is read with the first one, not at the start.
  const { deliver } = await import("./deliver.ts");
  return deliver(relay, message, { guard, onHandOver });
}

/** What its row says from now on. */
function outcomeOf({ tries, tries_left }: DueMail, delivered: Delivered): Row {
  const counted = { tries: tries + 1, tries_left: tries_left - 1 };
  if (delivered.outcome === "SENT")
    return { ...counted, status: "SENT", sent_at: new Date(), reason: null, last_error: null };
  const { outcome, reason, why } = delivered;
  const said = { ...counted, reason, last_error: why };
  if (outcome === "UNSURE") return { ...said, status: "UNSURE" };
  if (outcome === "REFUSED" || tries_left <= 1) return { ...said, status: "FAILED" };
  const minutes = WAIT_MINUTES.at(Math.min(tries, WAIT_MINUTES.length - 1)) ?? 1;
  return { ...said, status: "QUEUED", next_try_at: new Date(Date.now() + minutes * 60_000) };
}

async function settle({ db, notices }: Services, tenant: string, id: string, outcome: Row): Promise<void> {
  await db.platform`
    with settled as (update mails set ${db.platform(outcome)} where tenant_id = ${tenant} and id = ${id} returning status)
    delete from mail_contents where tenant_id = ${tenant} and mail = ${id}
      and exists (select from settled where status = 'SENT')`;
  notices.committed(tenant, new Set(["mails"]));
}

/** Of these the next mail would hear the same. */
const OF_THE_SERVER: readonly MailTrouble[] = ["NO_SERVER", ...LINE_TROUBLES, "SIGN_IN"];

/** One company's turn: a stop of the server waits for no longer than this and the last answer. */
const TURN_MS = 10_000;

/** @returns whether the server takes mails: what else is due goes to it now. */
async function turn(services: Services, tenant: string, held: AbortSignal): Promise<boolean> {
  const sql = services.db.platform;
  await pickUp(sql, tenant);
  const end = Date.now() + TURN_MS;
  while (Date.now() < end && !held.aborted) {
    const mail = await take(sql, tenant);
    if (!mail) return true;
    const relay = await relayOf(sql, services, tenant);
    const delivered = relay ? await send(services, tenant, relay, mail) : NO_SERVER;
    await settle(services, tenant, mail.id, outcomeOf(mail, delivered));
    if (delivered.outcome !== "SENT" && OF_THE_SERVER.includes(delivered.reason)) return false;
  }
  return true;
}

/** Companies at once: a slow mail server keeps few others waiting. */
const AT_ONCE = 16;

/** Sends what is due. */
export const sendMails: JobDefinition = {
  name: JOB,
  cron: "* * * * *",
  on_clock_jump: "HARMLESS",
  at_start: true,
  one_waiting: true,
  async run(services) {
    const due = await services.db.platform<{ id: string }[]>`
      select /* every tenant */ distinct m.tenant_id as id from mails m join tenants t on t.id = m.tenant_id
      where m.status in ('QUEUED', 'SENDING') and m.next_try_at <= now() and t.is_active limit ${AT_ONCE}`;
    const turns = due.map(({ id }) => services.db.locks.run(id, JOB, (held) => turn(services, id, held)));
    const done = await Promise.all(turns);
    // Also after the last one: who was woken while a turn came to its end has left its mail to it.
    if (due.length === AT_ONCE || done.some((one) => one?.result)) wakeMails(services);
  },
};

/** Contents of mails that will not be sent again; sent ones have none. */
export const forgetMails: JobDefinition = {
  name: "forget-mails",
  cron: "27 3 * * *",
  on_clock_jump: "WAITS",
  async run({ db }) {
    await db.platform`delete /* every tenant */ from mail_contents c using mails m
      where m.tenant_id = c.tenant_id and m.id = c.mail and m.created_at < now() - interval '14 days'`;
    const old = await db.platform<{ id: string }[]>`
      select /* every tenant */ distinct tenant_id as id from mails where created_at < now() - interval '400 days'`;
    await forEachTenant("tenants", old, ({ id }) =>
      transaction(db.platform_transactions, (tx) =>
        deleteRows(tx, MAIL_LOG, id, tx`t.created_at < now() - interval '400 days'`),
      ),
    );
  },
};
