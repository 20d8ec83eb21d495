// What a screen says of a resource beyond its declaration: which columns, in which groups, what is done by an own part.
import type { TablerIcon } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import type { Day } from "../../../shared/kernel/day.ts";
import type { Operation } from "../../../shared/kernel/operation.ts";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { RecordOf, Resource } from "../../../shared/kernel/resource.ts";
import type { Key } from "../i18n/index.ts";
import type { AnyRecord, ShownField } from "./fields.ts";
import type { RecordDialogProps } from "./form/record-dialog.tsx";
import type { Filter } from "./list/filter.ts";
import type { ProposedView } from "./list/views.ts";
import type { Action } from "./operation/action.ts";

type Named<R extends Resource> = keyof R["fields"] & string;

/** Who opens a list: what they may, and which record of a collection is theirs. */
export interface Opener {
  readonly user_id: string;
  can(permission: PermissionCode): boolean;
  /** The id of a record here that fits, e.g. their own entry among the staff. */
  find(resource: Resource, fits: (record: AnyRecord) => boolean): string | undefined;
}

/** A filter, or the filter that belongs to a day and a person. */
export type Begin = Filter | ((today: Day, opener: Opener) => Filter);

/** The records as cards in columns, beside their list. */
export interface BoardOptions<R extends Resource> {
  /** The choice that has the columns. */
  readonly by: Named<R>;
  /** What a card says below its title. */
  readonly card: readonly ShownField<R>[];
  /** What brings a card into a column. An input of the board's own field is the column; what else it takes is asked for. */
  readonly moves: Readonly<Record<string, Operation>>;
  /** Whether a record may get there, beside what its actions say. */
  readonly may?: (record: Own<R>, to: string) => boolean;
  /** Columns of what is done with: they show the latest. */
  readonly closed: readonly string[];
  /** The order of a column's cards, the most pressing first. */
  readonly order: readonly (ShownField<R> | `-${ShownField<R>}`)[];
}

/** A board as its parts read it, whatever its resource is. */
export interface AnyBoard {
  readonly by: string;
  readonly card: readonly string[];
  readonly moves: Readonly<Record<string, Operation>>;
  readonly may?: (record: AnyRecord, to: string) => boolean;
  readonly closed: readonly string[];
  readonly order: readonly string[];
}

/** A record as the screen's own parts get it. */
type Own<R extends Resource> = RecordOf<R> & AnyRecord;

export interface FieldGroup<R extends Resource> {
  readonly legend?: Key;
  readonly fields: readonly Named<R>[];
  /** Folded away in a new record's form until asked for. */
  readonly more?: boolean;
}

export interface ScreenOptions<R extends Resource> {
  readonly icon: TablerIcon;
  /** Only who may this as well has it as a tab of its place; the others find it by searching. */
  readonly for?: PermissionCode;
  /** Key that opens it from anywhere. */
  readonly key?: string;
  /** Columns of the list, in their order; else every short field. */
  readonly columns?: readonly ShownField<R>[];
  /** Columns that are not shown until chosen; else all that are left. */
  readonly hidden?: readonly ShownField<R>[];
  /** Fields that the list can be narrowed down by; else every choice, flag, reference and date among the columns. */
  readonly filters?: readonly (Named<R> | "created_at")[];
  /** What the list begins with: parameters of the API, e.g. { status: "OPEN" }; or what follows from the day and who opens it. */
  readonly begin?: Begin;
  /** Views that everybody has as tabs above the list. */
  readonly views?: readonly ProposedView[];
  /** The order that the list begins with, "-created_at" for the newest first; else the declaration's. */
  readonly order?: ShownField<R> | `-${ShownField<R>}`;
  /** Another one for what it is narrowed down to: what is owed begins with the oldest, what is paid with the newest. */
  readonly orderOf?: (filter: Filter) => ShownField<R> | `-${ShownField<R>}` | null;
  /** References on whose records' pages these stand, too: "customer" makes a tab of the customer's page. */
  readonly on?: readonly Named<R>[];
  /** On a page with tabs these are found under "More", and its timeline tells of them. */
  readonly under_more?: boolean;
  /** The list is the server's although desktops hold the records: more than a list should be made of here. */
  readonly at_server?: boolean;
  /** They can be seen as a board, too. */
  readonly board?: BoardOptions<R>;
  /** Fields of form and detail, grouped; else all in their declared order. */
  readonly groups?: readonly FieldGroup<R>[];
  /** Fields that say nothing to a person: in no column, form or page. */
  readonly without?: readonly Named<R>[];
  /** What can be done to a record beside changing it. */
  readonly actions?: readonly Action[];
  /** Why a record can't be deleted; null where it can. */
  readonly kept?: (record: Own<R>) => Key | null;
  /** Widths in pixels of columns whose own cells hold more, or less, than their kind does. */
  readonly widths?: { readonly [F in ShownField<R>]?: number };
  /** Own cells, by column. */
  readonly cells?: { readonly [F in ShownField<R>]?: (record: Own<R>) => ReactNode };
  /** A form by hand in place of the generated one. */
  readonly form?: ComponentType<FormProps>;
  /** Made somewhere else than here, although the role may. */
  readonly made_elsewhere?: boolean;
  /** What else stands beside the list's heading. */
  readonly tools?: ComponentType;
  /** What the list begins with, above it. */
  readonly banner?: ComponentType;
  /** Figures of the list change by the second and are not replicated then: asked of the server so often while it is open. */
  readonly live_ms?: number;
  /** A preview of the focused row, beside the list on wide screens. */
  readonly preview?: ComponentType<{ readonly record: Own<R> }>;
  /** What a record's page begins with, above its fields. */
  readonly head?: ComponentType<{ readonly record: Own<R> }>;
  /** Fields that the head shows: the page does not say them again. */
  readonly in_head?: readonly Named<R>[];
  /** Details by hand under the record's fields, in place of the lists of its parts; false: there is no page of a record, its row opens the form. */
  readonly detail?: ComponentType<{ readonly record: Own<R> }> | false;
  /** Beside the made form: proposals, tidying and further checks, own inputs, and other fields that it leaves out than the page. */
  readonly formProps?: Partial<
    Pick<
      RecordDialogProps,
      "defaults" | "tidy" | "derive" | "check" | "inputs" | "above" | "notice" | "without"
    >
  >;
}

/** What a screen's own form gets. */
export type FormProps = Pick<RecordDialogProps, "record" | "writer" | "onClose">;

/** A screen's options as its parts read them, whatever its resource is. */
export interface AnyOptions {
  readonly icon: TablerIcon;
  readonly columns: readonly string[];
  readonly hidden: readonly string[];
  readonly filters: readonly string[];
  readonly begin: Begin;
  readonly views: readonly ProposedView[];
  readonly order: string | null;
  readonly orderOf: ((filter: Filter) => string | null) | undefined;
  readonly at_server: boolean;
  readonly made_elsewhere: boolean;
  readonly tools: ComponentType | undefined;
  readonly banner: ComponentType | undefined;
  readonly live_ms: number | undefined;
  readonly board: AnyBoard | undefined;
  readonly groups: readonly { legend?: Key; fields: readonly string[]; more?: boolean }[] | undefined;
  readonly without: readonly string[];
  readonly actions: readonly Action[];
  readonly kept: ((record: AnyRecord) => Key | null) | undefined;
  readonly widths: Readonly<Record<string, number>>;
  readonly cells: Readonly<Record<string, (record: AnyRecord) => ReactNode>>;
  readonly form: ComponentType<FormProps> | undefined;
  readonly preview: ComponentType<{ readonly record: AnyRecord }> | undefined;
  readonly head: ComponentType<{ readonly record: AnyRecord }> | undefined;
  readonly in_head: readonly string[];
  readonly detail: ComponentType<{ readonly record: AnyRecord }> | false | undefined;
  readonly formProps: ScreenOptions<Resource>["formProps"];
}
