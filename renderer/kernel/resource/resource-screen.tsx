// A resource's screen from its declaration: the rows of the registry of screens for its list and for the page of a record.
import { rightToSee } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { lazily } from "../screen/lazily.tsx";
import type { Screen } from "../screen/screens.ts";
import { fieldOf, titleField, usualColumns } from "./fields.ts";
import type { AnyOptions, ScreenOptions } from "./resource-options.ts";

const ResourcePage = lazily(() => import("./resource-page.tsx"), "ResourcePage");
const ResourceDetail = lazily(() => import("./resource-detail.tsx"), "ResourceDetail");

/** Kinds of fields that lists are usually narrowed down by. */
const NARROWING: readonly string[] = ["choice", "flag", "reference", "date", "month"];

/** So many columns fit beside each other; the others wait to be chosen. */
const SHOWN = 7;

/** The options with everything that follows from the declaration. */
function completed<R extends Resource>(resource: R, given: ScreenOptions<R>): AnyOptions {
  // Own parts take the resource's own records; the shared ones read records of any resource.
  const options = given as unknown as Partial<AnyOptions> & Pick<AnyOptions, "icon">;
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
    order: options.order ?? resource.order[0] ?? null,
    tools: options.tools,
    live_ms: options.live_ms,
    made_elsewhere: options.made_elsewhere ?? false,
    at_server: options.at_server ?? false,
    groups: options.groups,
    without,
    actions: options.actions ?? [],
    kept: options.kept,
    cells: options.cells ?? {},
    form: options.form,
    detail: options.detail,
    formProps: options.formProps,
  };
}

/**
 * The screens of a resource: its list at `/<path>`, and a record's page at `/<path>/<id>`.
 * @example resourceScreen(offer, { icon: IconDiscount, group: "money", columns: ["title", "discount_value", "package"] })
 */
export function resourceScreen<R extends Resource>(resource: R, given: ScreenOptions<R>): Screen[] {
  const options = completed(resource, given);
  const permission = rightToSee(resource);
  const { icon, group, key, for: needed } = given;
  const list: Screen = {
    path: resource.path,
    element: <ResourcePage key={resource.name} resource={resource} options={options} />,
    nav: { label: resource, icon, group, ...(key ? { key } : {}), ...(needed ? { permission: needed } : {}) },
    permission,
  };
  if (options.detail === false) return [list];
  const detail: Screen = {
    path: `${resource.path}/:id`,
    element: <ResourceDetail key={resource.name} resource={resource} options={options} />,
    permission,
  };
  return [list, detail];
}
