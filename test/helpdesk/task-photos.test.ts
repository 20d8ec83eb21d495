// Pictures of work orders at the server: told of first, handed in once, the very bytes, by who may, in backups, in no list.
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restoreBackup } from "../../server/saas/backup/restore.ts";
import { takeBackup } from "../../server/saas/backup/take.ts";
import { newId } from "../../shared/kernel/id.ts";
import { callProcedure, openDesktop, type WireDesktop } from "../helpers/desktop.ts";
import { feedSettledHere } from "../helpers/feed.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let home: TestTenant;
let tech: Client & { staff_id: string };
let clerk: Client;
let phone: WireDesktop;
let task: string;
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server);
  tech = await home.staff("tech", "Technician");
  clerk = await home.staff("clerk", "Counter");
  phone = await openDesktop(server.url, tech.token);
  const work = { title: "Lay a line", description: "Second floor", task_type: "INSTALLATION" };
  task = (await home.owner.post("/tasks/", work)).body.id;
});
afterAll(() => server.stop());

/** Bytes that begin as a JPEG does. */
const jpeg = (length = 5_000) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(length)]);
const told = (file: Buffer, more: Record<string, unknown> = {}) => ({
  kind: "PHOTO",
  content_type: "image/jpeg",
  bytes: file.length,
  sha256: createHash("sha256").update(file).digest("hex"),
  width: 1600,
  height: 1200,
  ...more,
});
const put = async (of: string, id: string, file: Buffer, by: Client = tech, type = "image/jpeg") => {
  const response = await fetch(`${server.url}/api/v1/tasks/${of}/photos/${id}/`, {
    method: "PUT",
    headers: { authorization: `Bearer ${by.token}`, "content-type": type },
    body: new Uint8Array(file),
  });
  return { status: response.status, body: await response.json() };
};
const get = async (id: string, by: Client = tech) => {
  const response = await fetch(`${server.url}/api/v1/tasks/${task}/photos/${id}/`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    file: Buffer.from(await response.arrayBuffer()),
  };
};
const push = async (kind: string, payload: Record<string, unknown>) =>
  (await phone.push(phone.command(kind, payload)))[0];
const photos = async () => (await tech.get(`/task-photos/?task=${task}`)).body.results;

test("A picture is told of by a command, handed in afterwards, and handed out as the very bytes", async () => {
  const file = jpeg();
  const command = phone.command("task.add_photo", { id: task, ...told(file, { note: "The box" }) });
  const [outcome] = await phone.push(command);
  expect(outcome).toMatchObject({ status: "APPLIED" });
  expect(await photos()).toMatchObject([
    { id: command.id, arrived_at: null, note: "The box", taken_by: "tech" },
  ]);
  expect((await get(command.id)).status).toBe(404);
  expect(await put(task, command.id, file)).toMatchObject({
    status: 200,
    body: { id: command.id, arrived_at: expect.any(String) },
  });
  const found = await get(command.id, home.owner);
  expect([found.status, found.type, found.file.equals(file)]).toEqual([200, "image/jpeg", true]);
});

test("A picture that is handed in twice, or twice at once, arrives once", async () => {
  const file = jpeg();
  const { body } = await tech.post(`/tasks/${task}/add-photo/`, told(file));
  const answers = await Promise.all([1, 2, 3, 4].map(() => put(task, body.id, file)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.body.arrived_at)).size).toBe(1);
  const entries = await home.owner.get(`/audit-logs/?object_id=${body.id}&page_size=100`);
  const acts = entries.body.results.map((entry: { action: string }) => entry.action).sort();
  expect(acts).toEqual(["task_photo.arrive", "task_photo.create"]);
});

test("Other bytes than those that were told of, or of another kind, are refused and nothing is kept", async () => {
  const file = jpeg();
  const { body } = await tech.post(`/tasks/${task}/add-photo/`, told(file));
  const other = Buffer.from(file);
  other[200] = (other[200] ?? 0) ^ 1;
  expect(await put(task, body.id, other)).toMatchObject({ status: 400, body: { code: "VALIDATION" } });
  expect(await put(task, body.id, file.subarray(0, 900))).toMatchObject({ status: 400 });
  const page = Buffer.from("<script>alert(1)</script>");
  const { body: disguised } = await tech.post(`/tasks/${task}/add-photo/`, told(page));
  expect(await put(task, disguised.id, page)).toMatchObject({ status: 400 });
  expect(await put(task, body.id, file, tech, "text/html")).toMatchObject({ status: 415 });
  expect(await put(task, body.id, file, tech, "image/svg+xml")).toMatchObject({ status: 415 });
  expect((await get(body.id)).status).toBe(404);
  expect((await put(task, body.id, file)).status).toBe(200);
});

test("A picture of more than a megabyte is neither announced nor read", async () => {
  const large = jpeg(1_048_576);
  expect((await tech.post(`/tasks/${task}/add-photo/`, told(large))).status).toBe(400);
  const { body } = await tech.post(`/tasks/${task}/add-photo/`, told(jpeg()));
  expect(await put(task, body.id, large)).toMatchObject({ status: 413, body: { code: "BODY_TOO_LARGE" } });
});

test("Who may not see work orders sees no picture, who may only see them hands none in, and no tenant sees another's", async () => {
  const file = jpeg();
  const { body } = await tech.post(`/tasks/${task}/add-photo/`, told(file));
  await put(task, body.id, file);
  expect((await put(task, body.id, file, clerk)).status).toBe(403);
  expect((await get(body.id, clerk)).status).toBe(200);
  const hr = await home.staff("hana", "HR");
  expect((await get(body.id, hr)).status).toBe(403);
  const away = await makeTenant(server);
  expect((await get(body.id, away.owner)).status).toBe(404);
  expect((await put(task, body.id, file, away.owner)).status).toBe(404);
  expect((await put(newId(), body.id, file)).status).toBe(404);
});

test("A picture that has not arrived is taken back, twice without harm; one that has arrived stays", async () => {
  const file = jpeg();
  const add = phone.command("task.add_photo", { id: task, ...told(file) });
  await phone.push(add);
  expect(await push("task.remove_photo", { id: task, photo: add.id })).toMatchObject({ status: "APPLIED" });
  expect(await push("task.remove_photo", { id: task, photo: add.id })).toMatchObject({ status: "APPLIED" });
  expect((await put(task, add.id, file)).status).toBe(404);
  const { body } = await tech.post(`/tasks/${task}/add-photo/`, told(file));
  await put(task, body.id, file);
  const late = await tech.post(`/tasks/${task}/remove-photo/`, { photo: body.id });
  expect([late.status, late.body.code]).toEqual([409, "ILLEGAL_TRANSITION"]);
});

test("Desktops get what is known of a picture, never the picture", async () => {
  await feedSettledHere();
  const input = { collection: "task_photos", checkpoint: null, limit: 500 };
  const { documents } = (await callProcedure(server.url, tech.token, "sync.pull", input)).data;
  expect(documents.length).toBeGreaterThan(3);
  const size = JSON.stringify(documents).length / documents.length;
  expect(size).toBeLessThan(900);
});

test("A backup holds the pictures, and a restored company shows the same bytes", async () => {
  const file = jpeg(300_000);
  const { body } = await tech.post(`/tasks/${task}/add-photo/`, told(file));
  await put(task, body.id, file);
  const folder = await mkdtemp(join(tmpdir(), "lastmile-photos-"));
  try {
    const path = join(folder, "photos.lastmile");
    await takeBackup(server.services, home.tenant.id, path);
    const id = newId();
    await restoreBackup(server.services, path, { id, name: "Again", subdomain: "again" });
    const again = await server.signIn("tech", "tech-secret", "again");
    const found = await get(body.id, again);
    expect([found.status, found.file.equals(file)]).toEqual([200, true]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
