// Since when a ticket counts as resolved, by its replies.
import { expect, it } from "vitest";
import { planReply } from "../../shared/helpdesk/ticket.rules.ts";

const [MORNING, NOON] = ["2026-11-20T08:00:00.000Z", "2026-11-20T12:00:00.000Z"];
const online = { at: NOON, offline: false };

it("A ticket that is closed stays resolved since it was resolved; one that is closed at once is resolved then", () => {
  const resolved = { status: "RESOLVED", resolved_at: MORNING } as const;
  expect(planReply(resolved, "CLOSED", online)).toEqual({ status: "CLOSED", resolved_at: MORNING });
  const open = { status: "OPEN", resolved_at: null } as const;
  expect(planReply(open, "CLOSED", online)).toEqual({ status: "CLOSED", resolved_at: NOON });
});

it("A ticket that is opened again is resolved no more, and a reply that moves nothing leaves it as it is", () => {
  const resolved = { status: "RESOLVED", resolved_at: MORNING } as const;
  expect(planReply(resolved, "IN_PROGRESS", online)).toEqual({ status: "IN_PROGRESS", resolved_at: null });
  for (const wished of [undefined, "RESOLVED"] as const)
    expect(planReply(resolved, wished, online)).toEqual(resolved);
});
