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
function Leading({ resource, id, name }: { resource: Resource; id: string; name: string | null }) {
  const page = usePageOf(resource.path, id);
  if (name === null) return <Unnamed id={id} />;
  if (page === null) return name;
  return (
    // The row that it stands in leads elsewhere.
    <Anchor component={Link} to={page} inherit onClick={(event) => event.stopPropagation()}>
      {name}
    </Anchor>
  );
}

/** By the record as this computer holds it now; else by the name that came with the reference. */
function Named({ resource, id, named }: { resource: Resource; id: string; named: string | null }) {
  const { record } = useSourceRecord(resource, id);
  return <Leading resource={resource} id={id} name={record ? titleOf(resource, record) : named} />;
}

/** The name of the record behind a reference, where it is known here. */
export function ReferenceCell({ field, value, named = null }: CellProps) {
  const target = resourceNamed(field.meta.references ?? "");
  const id = String(value);
  if (target?.replica) return <Named resource={target} id={id} named={named} />;
  if (target) return <Leading resource={target} id={id} name={named} />;
  return named ?? <Unnamed id={id} />;
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
