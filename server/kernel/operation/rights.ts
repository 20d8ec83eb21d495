// What a caller's rights follow from: the collections and tables of which a change may alter what a signed-in person may do.

/** As the wake-ups name them. "sessions" comes from the database when a session is ended or a tenant is switched off. */
export const RIGHTS: readonly string[] = [
  "sessions",
  "roles",
  "staff_memberships",
  "staff",
  "devices",
  "api_tokens",
  "settings",
];
