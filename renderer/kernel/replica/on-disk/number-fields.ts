// The fields of a resource that hold the number of a document: what people read from a paper or a label. Pure.
import { fieldsOf, type Resource } from "../../../../shared/kernel/resource.ts";

export function numberFields(resource: Resource): readonly string[] {
  return fieldsOf(resource)
    .filter(
      ([name, meta]) =>
        meta.kind === "text" &&
        !meta.secret &&
        (meta.numbered || /(?:_number|_code|^sku|^serial)$/.test(name)),
    )
    .map(([name]) => name);
}
