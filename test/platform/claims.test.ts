// What a company says of itself goes into mails' heads and onto every desktop: one line is one line, and a logo is a picture.
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner } = await makeTenant(server));
});
afterAll(() => server.stop());

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

it.each(["company_name", "mail_from_name", "mail_user", "support_phone", "invoice_prefix", "tax_number"])(
  "The settings' %s takes no line feed and no other control character",
  async (name) => {
    for (const text of ["a\r\nBcc: b@c.example", "a\u0007b", "a\u2028b"]) {
      const body = await expectProblem(400, owner.patch("/settings/", { [name]: text }), "VALIDATION");
      expect(body.errors).toMatchObject([{ field: name, code: "INVALID" }]);
    }
  },
);

it.each([
  ...["javascript:alert(1)", "data:text/html,<script>1</script>", "https://isp.example/logo.png"],
  ...[
    `data:image/svg+xml;base64,${PNG}`,
    "data:image/png;base64,PHN2ZyBvbmxvYWQ9J3gnLz4=",
    `data:text/html;base64,${PNG}`,
  ],
])("A logo is no %s", async (logo) => {
  const body = await expectProblem(400, owner.patch("/settings/", { logo }), "VALIDATION");
  expect(body.errors).toMatchObject([{ field: "logo", code: "INVALID" }]);
});

it("A logo is a picture, answered as it was given, and taken away by null", async () => {
  const logo = `data:image/png;base64,${PNG}`;
  expect(await expectStatus(200, owner.patch("/settings/", { logo }))).toMatchObject({ logo });
  expect(await expectStatus(200, owner.patch("/settings/", { logo: null }))).toMatchObject({ logo: null });
});
