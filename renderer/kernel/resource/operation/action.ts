// An operation as a screen offers it: the declaration, and a few words on how it is shown.
import type { TablerIcon } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Operation } from "../../../../shared/kernel/operation.ts";
import type { Key } from "../../i18n/index.ts";
import type { AnyRecord } from "../fields.ts";
import type { InputProps } from "../kinds/kind.ts";

export interface ActionDialogProps {
  readonly record: AnyRecord;
  /** All that were chosen, where the action is for many. */
  readonly records?: readonly AnyRecord[];
  readonly onClose: () => void;
}

/** What a preview knows of the deed. */
export interface PreviewProps {
  readonly record: AnyRecord;
  /** All that it is done to: the record, or with it those that were chosen, too. */
  readonly records: readonly AnyRecord[];
  /** What would be sent, as far as it is typed. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Action {
  readonly operation: Operation;
  readonly icon?: TablerIcon;
  /** It takes something away. */
  readonly danger?: boolean;
  /** Usual texts for the input's `reason`, chosen with one key. */
  readonly reasons?: readonly Key[];
  /** In which state it makes sense; elsewhere it is not offered. */
  readonly when?: (record: AnyRecord) => boolean;
  /** It makes sense for many at once. */
  readonly many?: boolean;
  /** It stands in each row of the list, too. */
  readonly in_row?: boolean;
  /** Done as soon as its button is pressed: nothing is lost by it. */
  readonly at_once?: boolean;
  /** What it will do, by the operation's own plan, said before it is done. */
  readonly preview?: ComponentType<PreviewProps>;
  /** Inputs by hand in the generated form, by member of the input. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** A dialog by hand in place of the one generated from the input. */
  readonly dialog?: ComponentType<ActionDialogProps>;
}
