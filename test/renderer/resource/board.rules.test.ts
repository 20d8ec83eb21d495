// The pure half of a board: which way a card may go, and what stands first in a column.
import { expect, test } from "vitest";
import {
  inOrder,
  movesOf,
  moveTowards,
  withoutField,
} from "../../../renderer/kernel/resource/board/board-columns.ts";
import {
  assignTask,
  completeTask,
  moveTicket,
  startTask,
  task,
  ticket,
} from "../../../shared/helpdesk/index.ts";
import "../../../shared/resources.ts";

const board = {
  by: "status",
  card: [],
  moves: { ASSIGNED: assignTask, IN_PROGRESS: startTask, COMPLETED: completeTask },
  closed: ["COMPLETED"],
  order: ["-priority", "due_date"],
};
const actions = [
  { operation: startTask, when: ({ status }: object & { status?: unknown }) => status === "ASSIGNED" },
];
const ways = (status: string) => movesOf(task, board, actions, { id: "1", status });

test("A card goes where an operation leads and its action makes sense, and never where it stands", () => {
  expect(ways("PENDING").map(({ to }) => to)).toEqual(["ASSIGNED", "COMPLETED"]);
  expect(ways("ASSIGNED").map(({ to }) => to)).toEqual(["IN_PROGRESS", "COMPLETED"]);
  expect(ways("COMPLETED").map(({ to }) => to)).toEqual(["ASSIGNED"]);
  expect(ways("ASSIGNED")[0]?.action).toBe(actions[0]);
});

test("A column is an operation's input where it takes the board's own field, and else is not", () => {
  const may = (_: object, to: string) => to === "CLOSED";
  const moves = { OPEN: moveTicket, CLOSED: moveTicket };
  expect(movesOf(ticket, { ...board, moves, may }, [], { id: "1", status: "WAITING" })).toMatchObject([
    { to: "CLOSED", given: { status: "CLOSED" } },
  ]);
  expect(ways("PENDING")[0]?.given).toEqual({});
});

test("A key moves a card to the nearest column on its side that it may get to", () => {
  const columns = ["PENDING", "ASSIGNED", "IN_PROGRESS", "COMPLETED"];
  expect(moveTowards(columns, "PENDING", ways("PENDING"), 1)?.to).toBe("ASSIGNED");
  expect(moveTowards(columns, "IN_PROGRESS", ways("IN_PROGRESS"), -1)?.to).toBe("ASSIGNED");
  expect(moveTowards(columns, "PENDING", ways("PENDING"), -1)).toBeUndefined();
});

test("The most pressing card stands first: by the order of the choices, then by the day, those without one last", () => {
  const card = (id: string, priority: string, due_date: string | null) => ({ id, priority, due_date });
  const cards = [
    card("a", "LOW", "2026-11-01"),
    card("b", "URGENT", null),
    card("c", "URGENT", "2026-11-09"),
    card("d", "HIGH", "2026-11-02"),
  ];
  expect(inOrder(task, board.order, cards).map(({ id }) => id)).toEqual(["c", "b", "d", "a"]);
});

test("A board leaves out what the filter says of the field that has its columns", () => {
  expect(withoutField({ status__in: "OPEN", status: "OPEN", priority: "HIGH" }, "status")).toEqual({
    priority: "HIGH",
  });
});
