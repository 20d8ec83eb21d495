// A screen's options with everything that follows from the declaration. Pure.
import type { Resource } from "../../../shared/kernel/resource.ts";
import { fieldOf, titleField, usualColumns } from "./fields.ts";
import type { AnyOptions, ScreenOptions } from "./resource-options.ts";

/** Kinds of fields that lists are usually narrowed down by. */
const NARROWING: readonly string[] = ["choice", "flag", "reference", "date", "month"];

/** So many columns fit beside each other; the others wait to be chosen. */
const SHOWN = 7;

/** The options with everything that follows from the declaration. */
export function completed<R extends Resource>(resource: R, given: ScreenOptions<R>): AnyOptions {
  // Own parts take the resource's own records; the shared ones read records of any resource.
  const options = given as Partial<AnyOptions> & Pick<AnyOptions, "icon">;
  const without = options.without ?? [];
  const usual = usualColumns(resource).filter((name) => !without.includes(name));
  const columns = options.columns ?? usual.slice(0, SHOWN);
  const title = titleField(resource);
  const hidden = options.hidden ?? [...usual, "created_at", "updated_at"];
  const filters =
    options.filters ??
    columns.filter((name) => name !== title && NARROWING.includes(fieldOf(resource, name).meta.kind));
  return {
    icon: options.icon,
    columns: columns.includes(title) ? columns : [title, ...columns],
    hidden: hidden.filter((name) => !columns.includes(name) && name !== title),
    filters,
    begin: options.begin ?? {},
    views: options.views ?? [],
    order: options.order ?? resource.order[0] ?? null,
    orderOf: options.orderOf,
    tools: options.tools,
    banner: options.banner,
    live_ms: options.live_ms,
    board: options.board,
    made_elsewhere: options.made_elsewhere ?? false,
    at_server: options.at_server ?? false,
    groups: options.groups,
    without,
    actions: options.actions ?? [],
    kept: options.kept,
    widths: options.widths ?? {},
    cells: options.cells ?? {},
    form: options.form,
    preview: options.preview,
    head: options.head,
    in_head: options.in_head ?? [],
    detail: options.detail,
    formProps: options.formProps,
  };
}
