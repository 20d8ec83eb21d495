// A resource's board as its screen shows it, below the same search and filters as its list.
import { Box } from "@mantine/core";
import { type KeyboardEvent, useDeferredValue, useRef } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import type { Asked } from "../list/filter.ts";
import { FilterBar } from "../list/filter-bar.tsx";
import type { AnyBoard, AnyOptions } from "../resource-options.ts";
import { useReading } from "../use-reading.ts";
import { Board } from "./board.tsx";
import { Cards } from "./cards.tsx";

interface BoardViewProps {
  resource: Resource;
  options: AnyOptions;
  board: AnyBoard;
  asked: Asked;
  onAsk: (asked: Asked) => void;
}

export function BoardView({ resource, options, board, asked, onAsk }: BoardViewProps) {
  const reading = useReading(resource);
  const deferred = useDeferredValue(asked);
  const frame = useRef<HTMLDivElement>(null);
  const intoBoard = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    frame.current?.querySelector<HTMLElement>('[data-card][tabindex="0"]')?.focus();
  };
  return (
    <>
      <FilterBar
        resource={resource}
        fields={options.filters.filter((name) => name !== board.by)}
        asked={asked}
        reading={reading}
        onChange={onAsk}
        onKeyDown={intoBoard}
        quiet
      />
      <Box flex={1} mih={0} ref={frame}>
        <Cards resource={resource} board={board} asked={deferred}>
          {(columns) => <Board {...{ resource, options, board, columns }} asked={deferred} />}
        </Cards>
      </Box>
    </>
  );
}
