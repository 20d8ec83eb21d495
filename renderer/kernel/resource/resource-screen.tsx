// A resource's screen from its declaration: the rows of the registry of screens for its list and for the page of a record.

import { rightToSee } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { lazily } from "../screen/lazily.tsx";
import type { Screen } from "../screen/screens.ts";
import { completed } from "./completed.ts";
import { fieldOf } from "./fields.ts";
import type { ScreenOptions } from "./resource-options.ts";

const ResourcePage = lazily(() => import("./resource-page.tsx"), "ResourcePage");
const ResourceDetail = lazily(() => import("./resource-detail.tsx"), "ResourceDetail");
const RelatedList = lazily(() => import("./related/related-list.tsx"), "RelatedList");

/**
 * The screens of a resource: its list at `/<path>`, and a record's page at `/<path>/<id>`.
 * @example resourceScreen(offer, { icon: IconDiscount, columns: ["title", "discount_value", "package"] })
 */
export function resourceScreen<R extends Resource>(resource: R, given: ScreenOptions<R>): Screen[] {
  const options = completed(resource, given);
  const { icon, key, for: needed, on = [], under_more = false } = given;
  const related = on.map((via) => ({
    of: fieldOf(resource, via).meta.references ?? "",
    resource,
    under_more,
    list: (id: string, heading?: boolean) => (
      <RelatedList key={id} {...{ resource, options, via, id, heading }} />
    ),
  }));
  const list: Screen = {
    path: resource.path,
    element: <ResourcePage key={resource.name} resource={resource} options={options} />,
    nav: { label: resource, icon, ...(key ? { key } : {}), ...(needed ? { permission: needed } : {}) },
    // Asked when it is looked at: the screens may be read before the product's declarations are known.
    get permission() {
      return rightToSee(resource);
    },
    related,
    ...(options.made_elsewhere ? {} : { adds: resource }),
  };
  if (options.detail === false) return [list];
  const detail: Screen = {
    path: `${resource.path}/:id`,
    element: <ResourceDetail key={resource.name} resource={resource} options={options} />,
    get permission() {
      return rightToSee(resource);
    },
    shows: resource,
  };
  return [list, detail];
}
