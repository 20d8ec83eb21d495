// The day board with what HR knows of who is away: an area may not ask a later one.
import { DayBoard } from "../helpdesk/board/day-board.tsx";
import { useAway } from "../hr/attendance/use-away.ts";

export function DayBoardOfAll() {
  return <DayBoard useAway={useAway} />;
}
