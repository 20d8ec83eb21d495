// What a person calls an invoice's state: one that was closed by carrying its due on is not "paid" to anybody.

/** The invoice's status, or CARRIED when its due moved into a later invoice. */
export function shownStatus(invoice: { status: string; carried_to: string | null }): string {
  return invoice.carried_to === null ? invoice.status : "CARRIED";
}
