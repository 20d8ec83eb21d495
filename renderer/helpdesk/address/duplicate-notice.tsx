// What the form of a work order says as it is filled in: that there is another one at its house on that day.
import type { ResourceFormProps } from "../../kernel/resource/form/resource-form.tsx";
import { readCoordinates } from "../coordinates.ts";
import { DuplicateWarning } from "./duplicate-warning.tsx";

type Notice = NonNullable<ResourceFormProps["notice"]>;

function locationIn(typed: string) {
  const place = readCoordinates(typed);
  const [latitude, longitude] = [place.latitude, place.longitude].map((degrees) =>
    degrees === "" ? Number.NaN : Number(degrees),
  );
  return latitude !== undefined && longitude !== undefined && Number.isFinite(latitude + longitude)
    ? { latitude, longitude }
    : null;
}

export const DuplicateNotice: Notice = ({ values, record }) => {
  const known = record && typeof record.id === "string" ? { except: record.id } : {};
  const customer = String(values.customer ?? record?.customer ?? "") || null;
  const location = locationIn(String(values.location ?? ""));
  return (
    <DuplicateWarning
      {...known}
      customer={customer}
      location={location}
      day={String(values.due_date ?? "")}
    />
  );
};
