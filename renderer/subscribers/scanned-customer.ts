// Whose code was scanned: the customer's own code or login, a phone number, or the serial number of their ONU.
import { isSameText } from "../../shared/kernel/normal/normal-text.ts";
import { digitsOf, isSamePhone } from "../../shared/kernel/normal/phone.ts";
import { onuSerial } from "../../shared/network/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { useReplica } from "../kernel/replica-hooks.ts";
import { useSession } from "../kernel/session/session-store.ts";

/** Shorter ones may be anything: part of a serial number, a price. */
const PHONE_DIGITS = 10;

type Known = Readonly<Record<string, unknown>>;

const same = (value: unknown, text: string) => typeof value === "string" && isSameText(value, text);

/** A phone number with or without its country's code, in whatever digits. */
const samePhone = (value: unknown, text: string, country: string | null): boolean =>
  typeof value === "string" && digitsOf(text).length >= PHONE_DIGITS && isSamePhone(value, text, country);

/** Whether a customer is exactly whom the scanned text means. */
function isScanned(record: Known, text: string, country: string | null): boolean {
  const bare = text.replace(/^tel:/i, "").trim();
  const serial = onuSerial(bare);
  return (
    same(record.customer_code, bare) ||
    same(record.username, bare) ||
    (serial !== null && record.onu_serial === serial) ||
    samePhone(record.phone, bare, country)
  );
}

/** Answers the id of the one customer that a scanned or pasted text means; null where it is none or more than one. */
export function useScannedId(): (text: string) => string | null {
  const { records } = useReplica();
  const country = useSession(({ identity }) => String(identity?.settings.phone_country ?? "")) || null;
  return (text) => {
    const found = records.some(customer.collection, (row) => isScanned(row, text, country), 2);
    return found.length === 1 ? (found[0]?.id ?? null) : null;
  };
}

/** The same as an address. */
export function useScannedCustomer(): (text: string) => string | null {
  const scanned = useScannedId();
  return (text) => {
    const id = scanned(text);
    return id === null ? null : `/customers/${id}`;
  };
}
