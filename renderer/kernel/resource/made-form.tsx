// The form of a record made from its declaration, as the screen's options group it.
import type { Resource } from "../../../shared/kernel/resource.ts";
import { RecordDialog } from "./form/record-dialog.tsx";
import type { AnyOptions, FormProps } from "./resource-options.ts";

export function MadeForm({ options, ...form }: FormProps & { resource: Resource; options: AnyOptions }) {
  return <RecordDialog {...form} groups={options.groups} without={options.without} {...options.formProps} />;
}
