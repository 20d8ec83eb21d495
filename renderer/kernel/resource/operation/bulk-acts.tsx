// What areas do to records of another area, to one on its page or to many in its list: each hands its button in.
import { type ComponentType, Suspense } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";

export interface BulkActProps {
  /** The chosen rows, with what the list shows of them. */
  readonly records: readonly { readonly id: string }[];
  /** Nobody is chosen any more. */
  readonly onDone: () => void;
}

type BulkAct = ComponentType<BulkActProps>;

const offered = new Map<string, readonly BulkAct[]>();

/** Adds a button to the bar over chosen rows; it is not there for whom it shows nothing. Call before the first render. */
export function offerBulk({ name }: Resource, act: BulkAct): void {
  offered.set(name, [...(offered.get(name) ?? []), act]);
}

export const hasBulk = ({ name }: Resource): boolean => offered.has(name);

export function BulkActs({ resource, ...props }: BulkActProps & { resource: Resource }) {
  return (
    <Suspense>
      {(offered.get(resource.name) ?? []).map((Act, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was handed in stays in its order
        <Act key={index} {...props} />
      ))}
    </Suspense>
  );
}

export interface RecordActProps {
  readonly record: { readonly id: string };
}

const onRecords = new Map<string, readonly ComponentType<RecordActProps>[]>();

/** Adds a button to the page of a record of another area. Call before the first render. */
export function offerAct({ name }: Resource, act: ComponentType<RecordActProps>): void {
  onRecords.set(name, [...(onRecords.get(name) ?? []), act]);
}

export function RecordActs({ resource, record }: RecordActProps & { resource: Resource }) {
  return (
    <Suspense>
      {(onRecords.get(resource.name) ?? []).map((Act, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was handed in stays in its order
        <Act key={index} record={record} />
      ))}
    </Suspense>
  );
}
