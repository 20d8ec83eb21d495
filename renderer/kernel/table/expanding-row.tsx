// A row of a table that shows more of itself below when it is asked to.
import { ActionIcon, Table } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";

interface ExpandingRowProps {
  open: boolean;
  onToggle: () => void;
  /** What the button shows, for who does not see it. */
  label: string;
  /** Shown below while the row is open. */
  more: ReactNode;
  /** How many the table has, that of the button included. */
  columns: number;
  /** The row's cells. */
  children: ReactNode;
}

/** A link or a button in the row does its own; selected text is being copied. */
function isOwn({ target }: MouseEvent): boolean {
  const leads = target instanceof Element && target.closest("a, button, input") !== null;
  return !leads && !window.getSelection()?.toString();
}

export function ExpandingRow({ open, onToggle, label, more, columns, children }: ExpandingRowProps) {
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <>
      {/* The button is the keys' way; the mouse may press the row wherever it leads nowhere else. */}
      <Table.Tr style={{ cursor: "pointer" }} onClick={(event) => isOwn(event) && onToggle()}>
        <Table.Td w={36} pr={0}>
          <ActionIcon size="sm" aria-label={label} aria-expanded={open} onClick={onToggle}>
            <Chevron size={15} />
          </ActionIcon>
        </Table.Td>
        {children}
      </Table.Tr>
      {open ? (
        <Table.Tr>
          <Table.Td />
          <Table.Td colSpan={columns - 1} bg="var(--surface-quiet)">
            {more}
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
}
