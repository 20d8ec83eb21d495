// The server is killed while a phone hands pictures in: after the next start each arrives once, as the very bytes.
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok } from "../billing/helpers/tenant.ts";
import { SUPERUSER } from "../helpers/config.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { freshDatabase } from "../helpers/postgres.ts";
import { type ServerProcess, startServerProcess } from "../helpers/process/server-process.ts";
import { client } from "../helpers/server.ts";

const OWNER = { username: "owner", password: "owner-password" };
const PICTURES = 6;

let database: { url: string; drop(): Promise<void> };
let data_dir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), "lastmile-photos-"));
  server = await startServerProcess(database.url, data_dir);
  const signIn = async (path: string, body: object) =>
    String((await ok(client(server.url).post(path, body))).token);
  const superuser = client(server.url, await signIn("/saas/auth/login/", SUPERUSER));
  await ok(superuser.post("/tenants/", { name: "ISP", subdomain: "isp", admin: OWNER }));
  token = await signIn("/auth/login/", OWNER);
});

afterAll(async () => {
  await server.kill();
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

interface Picture {
  readonly path: string;
  readonly file: Buffer;
}

const headers = () => ({ authorization: `Bearer ${token}`, "content-type": "image/jpeg" });
const put = ({ path, file }: Picture) =>
  fetch(`${server.url}${path}`, { method: "PUT", headers: headers(), body: new Uint8Array(file) });

/** Sends the first half of a picture; answers once it is on its way. */
async function putHalf({ path, file }: Picture): Promise<void> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  const said = Object.entries({ ...headers(), host, "content-length": file.length });
  const head = said.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`PUT ${path} HTTP/1.1\r\n${head}\r\n`);
  await new Promise((sent) => socket.write(file.subarray(0, file.length / 2), sent));
}

test("Pictures whose server is killed in the middle of them arrive once when they are handed in again", async () => {
  const owner = () => client(server.url, token);
  const work = { title: "New line", description: "Second floor", task_type: "INSTALLATION" };
  const { id: task } = await ok(owner().post("/tasks/", work));
  const phone = await openDesktop(server.url, token);
  const pictures: Picture[] = [];
  for (let n = 0; n < PICTURES; n++) {
    const file = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(200_000)]);
    const sha256 = createHash("sha256").update(file).digest("hex");
    const shape = { kind: "PHOTO", content_type: "image/jpeg", width: 1600, height: 1200 };
    const command = phone.command("task.add_photo", { id: task, ...shape, bytes: file.length, sha256 });
    expect(await phone.push(command)).toMatchObject([{ status: "APPLIED" }]);
    pictures.push({ path: `/api/v1/tasks/${task}/photos/${command.id}/`, file });
  }
  const [half, first, ...others] = pictures;
  if (!half || !first) throw new Error("There are pictures");
  await putHalf(half);
  expect((await put(first)).status).toBe(200);
  // Wherever each of these is when the server dies: before, in the middle of, or after its commit.
  const under_way = others.map((picture) => put(picture).catch(() => null));
  await Promise.race(under_way);
  await server.kill();
  await Promise.all(under_way);
  server = await startServerProcess(database.url, data_dir);
  for (const picture of [...pictures, ...pictures]) expect((await put(picture)).status).toBe(200);
  for (const { path, file } of pictures) {
    const { authorization } = headers();
    const found = await fetch(`${server.url}${path}`, { headers: { authorization } });
    expect(found.status).toBe(200);
    expect(file.equals(Buffer.from(await found.arrayBuffer()))).toBe(true);
  }
  const { results } = (await owner().get(`/task-photos/?task=${task}`)).body;
  expect(results.filter(({ arrived_at }: { arrived_at: string | null }) => arrived_at !== null)).toHaveLength(
    PICTURES,
  );
  const log = await ok(owner().get("/audit-logs/?action=task_photo.arrive&page_size=50"));
  expect(log.count).toBe(PICTURES);
});
