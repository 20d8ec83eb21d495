// Moves of the day board: each a command, taken back in one act with Ctrl+Z.
import { notifications } from "@mantine/notifications";
import { useCallback, useRef } from "react";
import { arrangeTask, type Task, type Wish } from "../../../shared/helpdesk/index.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { problemWords } from "../../kernel/problem-words.ts";

export interface Change {
  readonly job: Task;
  readonly wish: Wish;
}

export interface Moves {
  /** Carries changes out as one act. What can't be done is said, and the others are done. */
  move(changes: readonly Change[]): Promise<void>;
  /** Takes the last act back, where there is one; tells first which job it was about. */
  undo(about: (id: string) => void): Promise<void>;
}

const placeOf = ({ assigned_to, due_date, window_from, window_to, sequence }: Task) => ({
  ...{ assigned_to, due_date, window_from, window_to, sequence },
});

export function useMoves(): Moves {
  const t = useWords();
  const send = useSend();
  const done = useRef<(readonly Change[])[]>([]);
  const carryOut = useCallback(
    async (changes: readonly Change[]) => {
      const sent: Change[] = [];
      for (const { job, wish } of changes) {
        const { assigned_to, due_date } = job;
        try {
          await send(arrangeTask, { id: job.id, ...wish, seen: { assigned_to, due_date } });
          // As it stands now, so that taking it back knows what it was moved from.
          sent.push({ job: { ...job, ...wish } as Task, wish: placeOf(job) });
        } catch (error) {
          const { text } = problemWords(error, t);
          notifications.show({ color: "red", title: job.title, message: text });
        }
      }
      return sent;
    },
    [send, t],
  );
  const move = useCallback(
    async (changes: readonly Change[]) => {
      const back = await carryOut(changes);
      if (back.length > 0) done.current.push(back);
    },
    [carryOut],
  );
  const undo = useCallback(
    async (about: (id: string) => void) => {
      const last = done.current.pop();
      const first = last?.[0];
      if (!last || !first) return;
      about(first.job.id);
      await carryOut(last);
      notifications.show({ message: t("board_day.undone") });
    },
    [carryOut, t],
  );
  return { move, undo };
}
