// References: shown by the name of the record behind them, chosen by searching among what is here.
import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { resourceNamed } from "../../../../shared/kernel/registry.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { titleOf } from "../fields.ts";
import { usePageOf } from "../pages.ts";
import { ReferencePicker } from "../reference-picker.tsx";
import { useSourceRecord } from "../source/use-source.ts";
import { common } from "./inputs.tsx";
import type { CellProps, FilterProps, InputProps } from "./kind.ts";

/** The end of an id: enough to tell two apart, for what has no name here. */
function Unnamed({ id }: { id: string }) {
  return <span title={id}>…{id.slice(-6)}</span>;
}

/** Leads to the record's own page, where there is one for this person. */
function Named({ resource, id }: { resource: Resource; id: string }) {
  const { record } = useSourceRecord(resource, id);
  const page = usePageOf(resource.path, id);
  const name = record ? titleOf(resource, record) : <Unnamed id={id} />;
  if (!record || page === null) return name;
  return (
    // The row that it stands in leads elsewhere.
    <Anchor component={Link} to={page} inherit onClick={(event) => event.stopPropagation()}>
      {name}
    </Anchor>
  );
}

/** The name of the record behind a reference, where it is on this computer. */
export function ReferenceCell({ field, value }: CellProps) {
  const target = resourceNamed(field.meta.references ?? "");
  const id = String(value);
  return target?.replica ? <Named resource={target} id={id} /> : <Unnamed id={id} />;
}

export function ReferenceFilter({ field, reading, given, onChange }: FilterProps) {
  const label = reading.words.field(field.name);
  return (
    <ReferencePicker
      w={170}
      resource={field.meta.references ?? ""}
      aria-label={label}
      placeholder={label}
      value={given("") || null}
      onChange={(id) => onChange({ "": id ?? "" })}
      clearable
    />
  );
}

export function ReferenceInput(props: InputProps) {
  const { field, value, onChange, required } = props;
  return (
    <ReferencePicker
      {...common(props)}
      resource={field.meta.references ?? ""}
      value={String(value) || null}
      onChange={(chosen) => onChange(chosen ?? "")}
      clearable={!required}
    />
  );
}
