// The keys of the day board: between cards, to a person, picked up and put down, earlier and later, and back again.
import { notifications } from "@mantine/notifications";
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { Task } from "../../../shared/helpdesk/index.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import type { VisitWindow } from "../../../shared/platform/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { planDay, planDrop, planTurn, type Target } from "./plan-move.ts";
import type { BoardDay } from "./use-day.ts";
import type { Change, Moves } from "./use-moves.ts";

/** What is picked up, and where it would be put down: column 0 is not assigned, row −1 is no window. */
export interface Carried {
  readonly id: string;
  readonly column: number;
  readonly row: number;
}

interface Given {
  board: BoardDay;
  windows: readonly VisitWindow[];
  moves: Moves;
  frame: RefObject<HTMLElement | null>;
  /** The card that gets the focus once it stands where it was moved to. */
  follow: (id: string) => void;
}

/** The card beside another one, by column and place in it. */
function neighbour(frame: HTMLElement, id: string, key: string): HTMLElement | undefined {
  const columns = new Map<string, HTMLElement[]>();
  for (const card of frame.querySelectorAll<HTMLElement>("[data-card]")) {
    const name = card.closest<HTMLElement>("[data-column]")?.dataset.column ?? "";
    columns.set(name, [...(columns.get(name) ?? []), card]);
  }
  const names = [...frame.querySelectorAll<HTMLElement>("[data-head]")].map(
    ({ dataset }) => dataset.head ?? "",
  );
  const ordered = ["", ...names].map((name) => columns.get(name) ?? []);
  const column = ordered.findIndex((cards) => cards.some(({ dataset }) => dataset.card === id));
  const cards = ordered[column] ?? [];
  const at = cards.findIndex(({ dataset }) => dataset.card === id);
  const within: Readonly<Record<string, number>> = {
    ...{ ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: cards.length - 1 },
  };
  const next = own(within, key);
  if (next !== undefined) return cards[next];
  const filled = (list: readonly HTMLElement[]) => list.length > 0;
  const side =
    key === "ArrowRight" ? ordered.slice(column + 1).find(filled) : ordered.slice(0, column).findLast(filled);
  return side?.[Math.min(at, side.length - 1)];
}

const ARROWS: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

export function useBoardKeys({ board, windows, moves, frame, follow }: Given) {
  const t = useWords();
  const [carried, setCarried] = useState<Carried | null>(null);
  const { people } = board;
  const placeOf = (job: Task): Carried => ({
    id: job.id,
    column: people.findIndex(({ id }) => id === job.assigned_to && job.due_date === board.day) + 1,
    row: windows.findIndex(({ from, to }) => from === job.window_from && to === job.window_to),
  });
  const carry = (changes: readonly Change[], then: string | undefined) => {
    if (changes.length === 0) return;
    if (then !== undefined) follow(then);
    void moves.move(changes);
  };
  const drop = (job: Task, target: Target) => carry(planDrop(board, job, target), job.id);
  /** From the list of what waits one goes on with the next; anywhere else the focus stays with the job. */
  const give = (job: Task, person: string | null) => {
    const waits = board.waiting.some(({ id }) => id === job.id);
    const next =
      waits && person !== null && frame.current ? neighbour(frame.current, job.id, "ArrowDown") : null;
    carry(planDrop(board, job, { person }), next?.dataset.card ?? job.id);
  };
  const nextWindow = (job: Task, step: number) => {
    const { row } = placeOf(job);
    const to = ((row + 1 + step + windows.length + 1) % (windows.length + 1)) - 1;
    drop(job, { person: job.assigned_to, window: windows[to] ?? null });
  };
  const propose = (job: Task, anew: boolean) => {
    const person = job.assigned_to;
    if (person === null) return;
    const changes = planDay(board, person, anew);
    const isByHand = board.of(person).every(({ sequence }) => sequence !== null);
    if (changes.length === 0 && isByHand && !anew) notifications.show({ message: t("board_day.by_hand") });
    carry(changes, job.id);
  };
  const whileCarried = (event: KeyboardEvent, job: Task, at: Carried): boolean => {
    const step = own(STEPS, event.key);
    if (step) {
      const [across, down] = step;
      setCarried({
        ...at,
        column: clamp(at.column + across, 0, people.length),
        row: clamp(at.row + down, -1, windows.length - 1),
      });
      return true;
    }
    if (event.key === "Escape") {
      setCarried(null);
      return true;
    }
    if (event.key !== " " && event.key !== "Enter") return false;
    setCarried(null);
    const person = people[at.column - 1]?.id ?? null;
    drop(job, { person, ...(person === null ? {} : { window: windows[at.row] ?? null }) });
    return true;
  };
  const plain = (event: KeyboardEvent, job: Task): boolean => {
    const key = event.key.toLowerCase();
    if (event.shiftKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      carry(planTurn(board, job, event.key === "ArrowUp" ? -1 : 1), job.id);
      return true;
    }
    if (ARROWS.includes(event.key)) {
      if (frame.current) neighbour(frame.current, job.id, event.key)?.focus();
      return true;
    }
    const isHere = job.assigned_to !== null && job.due_date === board.day;
    if (key === " ") setCarried(placeOf(job));
    else if (key === "0") give(job, null);
    else if (key === "w" && isHere) nextWindow(job, event.shiftKey ? -1 : 1);
    else if (key === "p") propose(job, event.shiftKey);
    else {
      const person = people.find((one) => one.key === key);
      if (!person) return false;
      give(job, person.id);
    }
    return true;
  };
  const onKeyDown = (event: KeyboardEvent, job: Task) => {
    if (event.altKey) return;
    const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
    if (isUndo) {
      event.preventDefault();
      void moves.undo(follow);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const isTaken = carried?.id === job.id ? whileCarried(event, job, carried) : plain(event, job);
    if (!isTaken) return;
    event.preventDefault();
    // Esc would leave the screen, and a letter open something.
    event.stopPropagation();
  };
  return { carried, setCarried, onKeyDown, drop };
}
