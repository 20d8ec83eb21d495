// What the page of an open work order begins with: that there is another one at its house on that day.
import { isOpenJob, type Task } from "../../../shared/helpdesk/index.ts";
import { DuplicateWarning } from "./duplicate-warning.tsx";

export function DuplicateHead({ record }: { record: Task }) {
  if (!isOpenJob(record)) return null;
  const { id, customer, location, due_date } = record;
  return <DuplicateWarning except={id} customer={customer} location={location} day={due_date ?? ""} />;
}
