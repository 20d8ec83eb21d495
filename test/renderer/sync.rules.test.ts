// The Sync screen's rows: order, words, and what leaves this computer for support.
import "../../shared/resources.ts";
import { describe, expect, test } from "vitest";
import type { QueuedCommand } from "../../renderer/kernel/replica/index.ts";
import { countsOf } from "../../renderer/platform/sync/collection-rows.ts";
import {
  amountOf,
  canRetry,
  inOrder,
  nameIn,
  needsYou,
  supportFile,
} from "../../renderer/platform/sync/outbox-rows.ts";
import { correctable, factsOf, openFirst } from "../../renderer/platform/sync/review-rows.ts";
import { customerOf } from "../../shared/platform/customer-of-command.ts";
import type { ReviewItem } from "../../shared/platform/index.ts";

function command(device_seq: number, more: Partial<QueuedCommand> = {}): QueuedCommand {
  return {
    id: `c${device_seq}`,
    kind: "recharge.create",
    payload: {},
    occurred_at: "",
    device_id: "d",
    device_seq,
    expected: null,
    targets: [],
    status: "APPLIED",
    ...more,
  };
}

describe("the outbox", () => {
  test("What needs somebody first, then what waits, then what is done, newest first", () => {
    const rows = inOrder([
      command(1),
      command(2, { status: "PENDING" }),
      command(3, { status: "REJECTED" }),
      command(4, { status: "REJECTED", dismissed_at: "2026-11-20T10:00:00Z" }),
      command(5, { status: "SENDING" }),
      command(6, { status: "SUSPENSE" }),
    ]);
    expect(rows.map(({ device_seq }) => device_seq)).toEqual([3, 6, 2, 5, 4, 1]);
  });

  test("Money in suspense is never sent twice", () => {
    expect(canRetry(command(1, { status: "SUSPENSE" }))).toBe(false);
    expect(needsYou(command(1, { status: "SUSPENSE" }))).toBe(true);
    expect(canRetry(command(1, { status: "REJECTED" }))).toBe(true);
  });

  test("Customer, amount and words of a command", () => {
    const made = command(1, { kind: "customer.create", payload: { id: "x", name: "Anika" } });
    expect([customerOf(made), nameIn(made), amountOf(made)]).toEqual(["x", "Anika", null]);
    const paid = command(2, { kind: "transaction.create", payload: { customer: "y", amount: "5.00" } });
    expect([customerOf(paid), nameIn(paid), amountOf(paid)]).toEqual(["y", null, "5.00"]);
  });

  test("The file for support holds the commands, but no secret at any depth", () => {
    const payload = {
      name: "Anika",
      password: "hidden-1",
      radius: { shared_secret: "hidden-2" },
      note: null,
    };
    const content = {
      device: { device_code: "D1" },
      connection: {},
      commands: [command(1, { payload })],
      damaged: [],
    };
    const text = supportFile(content, "2026-11-20T10:00:00Z");
    expect(text).not.toContain("hidden");
    expect(JSON.parse(text)).toMatchObject({
      saved_at: "2026-11-20T10:00:00Z",
      commands: [{ payload: { name: "Anika", note: null } }],
    });
  });
});

test("The review list: open money, other open ones, then the closed, newest first", () => {
  const item = (id: string, kind: ReviewItem["kind"], status: ReviewItem["status"], created_at: string) =>
    ({ id, kind, status, created_at }) as ReviewItem;
  const rows = openFirst([
    item("old", "CLOCK", "RESOLVED", "2026-11-01"),
    item("new", "CLOCK", "RESOLVED", "2026-11-02"),
    item("clock", "CLOCK", "OPEN", "2026-11-03"),
    item("money-2", "SUSPENSE", "OPEN", "2026-11-05"),
    item("money-1", "SUSPENSE", "OPEN", "2026-11-04"),
  ]);
  expect(rows.map(({ id }) => id)).toEqual(["money-1", "money-2", "clock", "new", "old"]);
});

test("A review item can be corrected where its command lies in this outbox and was refused", () => {
  const command = { id: "k1", kind: "customer.update", status: "REJECTED" } as const;
  expect(correctable({ command: "k1" }, [command])).toBe(command);
  expect(correctable({ command: "k2" }, [command])).toBeNull();
  expect(correctable({ command: "k1" }, [{ ...command, kind: "recharge.create" }])).toBeNull();
  expect(correctable({ command: "k1" }, [{ ...command, dismissed_at: "2026-11-21T10:00:00Z" }])).toBeNull();
});

test("Only collections that hold something are listed", () => {
  const counts: Record<string, number> = { customers: 3, routers: 1 };
  expect(countsOf((name) => counts[name] ?? 0)).toEqual([
    { name: "customers", records: 3 },
    { name: "routers", records: 1 },
  ]);
});

test("A review item tells receipt, method, till and whom the money was meant for, as typed on this computer", () => {
  const made = { kind: "customer.create", payload: { id: "c1", name: "Ghost Twin", phone: "01711000998" } };
  const payload = { customer: "c1", amount: "300", method: "CASH", receipt_number: "D20-3" };
  expect(factsOf({ payload, customer: null }, [made])).toEqual({
    receipt: "D20-3",
    method: "CASH",
    till: "D20",
    customer: "c1",
    name: "Ghost Twin",
    phone: "01711000998",
  });
  expect(factsOf({ payload: null, customer: null }, [made])).toMatchObject({
    receipt: null,
    till: null,
    name: null,
  });
});
