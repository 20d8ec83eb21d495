// The heads of a table's columns: what each is called, by which the rows are sorted, and whether all are chosen.
import { Checkbox, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useWords } from "../i18n/index.ts";
import type { Column } from "./columns.ts";
import classes from "./data-table.module.css";
import type { Selection } from "./selection.ts";
import type { TableChoice } from "./use-table-choice.ts";

interface TableHeadProps<T> {
  columns: readonly Column<T>[];
  choice: TableChoice;
  selection: Selection | undefined;
  count: number;
}

export function TableHead<T>({ columns, choice, selection, count }: TableHeadProps<T>) {
  const t = useWords();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection ? (
          <th scope="col">
            <Checkbox
              size="xs"
              mx={12}
              aria-label={t("list.choose_all")}
              checked={selection.ids.size > 0 && selection.ids.size === count}
              indeterminate={selection.ids.size > 0 && selection.ids.size < count}
              onChange={(event) => selection.all(event.currentTarget.checked)}
            />
          </th>
        ) : null}
        {columns.map(({ id, header, align, unsortable }, at) => {
          const direction = choice.sort?.id === id ? (choice.sort.desc ? "descending" : "ascending") : "none";
          const Arrow = direction === "descending" ? IconArrowDown : IconArrowUp;
          const name = unsortable ? (
            <span className={classes.sort}>{header}</span>
          ) : (
            <UnstyledButton className={classes.sort} onClick={() => choice.toggleSort(id)}>
              {header}
              {direction === "none" ? null : <Arrow size={13} aria-hidden />}
            </UnstyledButton>
          );
          return (
            <th
              key={id}
              scope="col"
              aria-sort={direction}
              data-align={align}
              data-title={at === 0 || undefined}
            >
              {header === "" ? <span className="visually-hidden">{t("table.actions")}</span> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
