// The list of permissions against everything that asks for one.
import { describe, expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";
import { DEFAULT_ROLES } from "../../shared/identity/default-roles.ts";
import { PERMISSION_CODES, PERMISSIONS } from "../../shared/identity/permissions.ts";
import { PERMISSION_MODULES } from "../../shared/kernel/permission.ts";
import { permissionOf } from "../../shared/kernel/resource.ts";

/** Asked for by code rather than by a declaration: the agent's procedures. */
const BY_CODE = ["network.agent.run"];
/** Codes that the contract promises by name, whether or not something asks for them yet. */
const PROMISED = ["network.session.kick", "network.router.reboot"];

function needed(): Set<string> {
  const codes = new Set(BY_CODE);
  for (const area of AREAS) {
    for (const { resource } of area.resources) {
      for (const verb of resource.verbs) codes.add(permissionOf(resource, verb));
      if (resource.replica) codes.add(permissionOf(resource, "list"));
    }
    const permissions = [
      ...area.operations.map(({ operation }) => operation.permission),
      ...area.routes.map((one) => one.permission),
    ];
    for (const code of permissions) if (code && code !== "public" && code !== "superuser") codes.add(code);
  }
  return codes;
}

const roleNamed = (name: string) => DEFAULT_ROLES.find((role) => role.name === name)?.permissions ?? [];

describe("permissions", () => {
  it("hold every code that a resource, an operation or a route needs", () => {
    expect([...needed()].filter((code) => !PERMISSION_CODES.includes(code))).toEqual([]);
  });

  it("hold nothing that nobody asks for", () => {
    const codes = needed();
    expect(PERMISSION_CODES.filter((code) => !codes.has(code) && !PROMISED.includes(code))).toEqual([]);
  });

  it("are unique codes of a known module, with name and description", () => {
    expect(new Set(PERMISSION_CODES).size).toBe(PERMISSION_CODES.length);
    for (const { code, module, name, description } of PERMISSIONS) {
      expect(code).toMatch(/^[a-z]+\.[a-z_]+\.[a-z_]+$/);
      expect(PERMISSION_MODULES).toContain(module);
      expect(name && description).toBeTruthy();
    }
  });
});

describe("default roles", () => {
  it("leave the reversal of money to those who answer for it", () => {
    const may = DEFAULT_ROLES.filter(({ permissions }) => permissions.includes("billing.recharge.reverse"));
    expect(may.map(({ name }) => name)).toEqual(["Owner", "Manager", "Accountant"]);
  });

  it("let a counter work a whole day", () => {
    for (const code of [
      "subscribers.customer.view",
      "subscribers.customer.create",
      "subscribers.customer.update",
      "subscribers.customer.grant_grace",
      "billing.recharge.create",
      "billing.invoice.create",
      "finance.transaction.create",
      "finance.ledger_entry.view",
      "network.network_sync_job.view",
      "platform.settings.view",
    ]) {
      expect(roleNamed("Counter"), code).toContain(code);
    }
  });

  it("let everybody see the settings, and the owner everything", () => {
    for (const { name, permissions } of DEFAULT_ROLES)
      expect(permissions, name).toContain("platform.settings.view");
    expect(roleNamed("Owner")).toEqual(PERMISSION_CODES);
  });
});
