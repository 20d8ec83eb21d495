// Between what is typed of a place and the data that a form holds of it. Pure.
import { plainDigits } from "../kernel/money-format.ts";

/** As typed; empty where nothing was. */
export interface Coordinates {
  readonly latitude: string;
  readonly longitude: string;
}

/** Two numbers as maps give them to be copied: "23.81234, 90.41234". */
const PAIR = /^\s*(-?\d+\.\d+)\s*[,;\s]\s*(-?\d+\.\d+)\s*$/;

const NOWHERE: Coordinates = { latitude: "", longitude: "" };

const written = (degrees: unknown) =>
  typeof degrees === "number" || typeof degrees === "string" ? String(degrees) : "";

/** The place in a form's text. */
export function readCoordinates(text: string): Coordinates {
  if (text === "") return NOWHERE;
  const { latitude, longitude } = JSON.parse(text) as Record<string, unknown>;
  return { latitude: written(latitude), longitude: written(longitude) };
}

/** A number where one was typed; else the text, which the declaration refuses. */
function degreesOf(typed: string): number | string {
  const text = plainDigits(typed).trim().replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : typed;
}

/** What the form holds of a place: empty where nothing is typed. */
export function coordinatesText(place: Coordinates): string {
  const { latitude, longitude } = place;
  if (latitude.trim() === "" && longitude.trim() === "") return "";
  return JSON.stringify({ latitude: degreesOf(latitude), longitude: degreesOf(longitude) });
}

/** Both numbers where they were pasted together into one field; else what was typed. */
export function apart(typed: string, place: Coordinates): Coordinates {
  const [, latitude, longitude] = PAIR.exec(plainDigits(typed)) ?? [];
  return latitude !== undefined && longitude !== undefined ? { latitude, longitude } : place;
}

/** An address with its area, which many addresses name themselves. */
export function addressText({ address, area }: { address: string | null; area: string | null }): string {
  const is_named = area !== null && address?.toLowerCase().includes(area.toLowerCase());
  return [address, is_named ? null : area].filter(Boolean).join(", ");
}
