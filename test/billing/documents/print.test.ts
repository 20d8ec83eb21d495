// Several bills asked for as one document.
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

let server: TestServer;
let home: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server);
  other = await makeTenant(server);
});
afterAll(() => server.stop());

async function bill(tenant: TestTenant, username: string): Promise<string> {
  const customer = await tenant.owner.post("/customers/", { name: username, username, phone: "01700000001" });
  const lines = [{ description: "Cable", unit_price: "10.00" }];
  return (await tenant.owner.post("/invoices/", { customer: customer.body.id, lines })).body.id;
}

const print = async (ids: readonly string[]) =>
  fetch(`${server.url}/api/v1/invoices/print/?ids=${ids.join(",")}`, {
    headers: { authorization: `Bearer ${home.owner.token}` },
  });

it("Bills that are printed together are one PDF with a page for each, and each once", async () => {
  const ids = [await bill(home, "anna"), await bill(home, "bela")];
  const answer = await print([...ids, ...ids]);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const pdf = await PDFDocument.load(new Uint8Array(await answer.arrayBuffer()));
  expect(pdf.getPageCount()).toBe(2);
});

it("A bill of nobody or of another company makes no document, and the answer names it; no bill at all is no question", async () => {
  const mine = await bill(home, "chandra");
  for (const id of [newId(), await bill(other, "dora")]) {
    const answer = await print([mine, id]);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: "NOT_FOUND", invoice: id });
  }
  expect((await print([])).status).toBe(400);
  expect((await print(Array.from({ length: 101 }, newId))).status).toBe(400);
});
