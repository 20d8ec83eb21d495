// The list of permissions against everything that asks for one.
import { describe, expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";
import { DEFAULT_ROLES } from "../../shared/identity/default-roles.ts";
import { covers, expandPermissions, isGrant, permissionCodes } from "../../shared/identity/grants.ts";
import { ownable } from "../../shared/kernel/ownership.ts";
import { PERMISSION_MODULES } from "../../shared/kernel/permission.ts";
import { allPermissions, rightToSee } from "../../shared/kernel/registry.ts";
import { permissionOf } from "../../shared/kernel/resource.ts";

/** Asked for by code rather than by a declaration: the agent's procedures. */
const BY_CODE = ["network.agent.run"];
/** Codes that the contract promises by name, whether or not something asks for them yet. */
const PROMISED = ["network.session.kick"];
const PERMISSIONS = allPermissions();
const PERMISSION_CODES = permissionCodes();

function needed(): Set<string> {
  const codes = new Set(BY_CODE);
  for (const area of AREAS) {
    for (const { resource } of area.resources) {
      if (resource.of_platform) continue;
      for (const verb of resource.verbs)
        codes.add(verb === "list" || verb === "read" ? rightToSee(resource) : permissionOf(resource, verb));
      if (resource.replica) codes.add(rightToSee(resource));
      if (resource.own) codes.add(`${rightToSee(resource)}_own`);
    }
    const permissions = [
      ...area.operations.map(({ operation }) => operation.permission),
      ...area.operations.flatMap(({ operation }) => operation.further_permissions),
      ...area.routes.map((one) => one.permission),
    ];
    for (const code of permissions) if (code && code !== "public" && code !== "superuser") codes.add(code);
  }
  return codes;
}

const roleNamed = (name: string) => DEFAULT_ROLES.find((role) => role.name === name)?.permissions ?? [];

describe("permissions", () => {
  it("Permissions hold every code that a resource, an operation or a route needs", () => {
    expect([...needed()].filter((code) => !PERMISSION_CODES.includes(code))).toEqual([]);
  });

  it("Permissions hold nothing that nobody asks for", () => {
    const codes = needed();
    expect(PERMISSION_CODES.filter((code) => !codes.has(code) && !PROMISED.includes(code))).toEqual([]);
  });

  it("Permissions are unique codes of a known module, with name and description", () => {
    expect(new Set(PERMISSION_CODES).size).toBe(PERMISSION_CODES.length);
    for (const { code, module, name, description } of PERMISSIONS) {
      expect(code).toMatch(/^[a-z]+(\.[a-z_]+){1,2}$/);
      expect(PERMISSION_MODULES).toContain(module);
      expect(name && description).toBeTruthy();
    }
  });
});

describe("patterns", () => {
  it("Patterns stand for the codes below them, and cover only what they will always stand for", () => {
    const codes = expandPermissions(["identity.role.*", "billing.offer.view"]);
    expect([...codes]).toEqual([
      "identity.role.view",
      "identity.role.create",
      "identity.role.update",
      "identity.role.delete",
      "billing.offer.view",
    ]);
    expect(covers("*", "billing.*") && covers("billing.*", "billing.invoice.*")).toBe(true);
    expect(covers("billing.*", "*") || covers("billing.invoice.*", "billing.*")).toBe(false);
    expect(covers("billing.invoice.*", "billing.invoice_line.view")).toBe(false);
    expect(covers("billing.invoice.view", "billing.invoice.*")).toBe(false);
  });

  it("Patterns that stand for nothing are refused, however much they look like one", () => {
    for (const grant of [
      "operations.tickets.*",
      "billing*",
      "billing.invoice.vi*",
      "**",
      "",
      ".*",
      "nothing.*",
    ])
      expect(isGrant(grant), grant).toBe(false);
    for (const grant of ["*", "operations.*", "operations.ticket.*", "billing.recharge.reverse"])
      expect(isGrant(grant), grant).toBe(true);
  });
});

describe("default roles", () => {
  it("Default roles hold no misspelt grant: each stands for a permission", () => {
    const dead = DEFAULT_ROLES.flatMap(({ name, grants }) =>
      grants.filter((grant) => !isGrant(grant)).map((grant) => `${name}: ${grant}`),
    );
    expect(dead).toEqual([]);
  });

  it("Default roles show a reseller nothing of what can be somebody's own but what is theirs", () => {
    const held = roleNamed("Reseller");
    expect(held).toContain("subscribers.customer.view_own");
    const whole = ownable().map(rightToSee);
    expect(whole.filter((code) => held.includes(code))).toEqual([]);
  });

  it("Default roles show a counter no other one's till, drawer or day at work", () => {
    const held = roleNamed("Counter");
    for (const stem of ["finance.cash_transfer", "operations.shift", "hr.attendance", "hr.leave"])
      expect([stem, held.includes(`${stem}.view_own`), held.includes(`${stem}.view`)]).toEqual([
        stem,
        true,
        false,
      ]);
  });

  it("Default roles leave the reversal of money to those who answer for it", () => {
    const may = DEFAULT_ROLES.filter(({ permissions }) => permissions.includes("billing.recharge.reverse"));
    expect(may.map(({ name }) => name)).toEqual(["Owner", "Manager", "Accountant"]);
    const asks = DEFAULT_ROLES.filter(({ permissions }) =>
      permissions.includes("billing.reversal_request.create"),
    );
    expect(asks.map(({ name }) => name)).toEqual(["Owner", "Manager", "Counter", "Accountant"]);
  });

  it("Default roles leave closing the books to owner and accountant; the manager may all else of the books", () => {
    const books = PERMISSION_CODES.filter(
      (code) => code.startsWith("finance.") && !code.endsWith(".view_own"),
    );
    const lacks = (name: string) => books.filter((code) => !roleNamed(name).includes(code));
    expect([lacks("Owner"), lacks("Accountant"), lacks("Manager")]).toEqual([
      [],
      [],
      ["finance.period.lock"],
    ]);
    const backdaters = DEFAULT_ROLES.filter(({ permissions }) => permissions.includes("finance.backdate"));
    expect(backdaters.map(({ name }) => name)).toEqual(["Owner", "Manager", "Accountant"]);
  });

  it("Default roles let a counter work a whole day", () => {
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

  it("Default roles let an office computer run the agent and read nothing", () => {
    expect(roleNamed("Agent")).toEqual(["network.agent.run"]);
  });

  it("Default roles let everybody see the settings, and the owner everything", () => {
    for (const { name, permissions } of DEFAULT_ROLES.filter((role) => role.name !== "Agent"))
      expect(permissions, name).toContain("platform.settings.view");
    expect(roleNamed("Owner")).toEqual(PERMISSION_CODES);
  });
});
