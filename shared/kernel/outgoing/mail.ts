// What mails and mail servers can be said to be: the log's and the settings' choices, and what the server says of a try.
import { LINE_TROUBLES } from "./line-trouble.ts";

/** STARTTLS is asked for and never gone on without; TLS: from the first byte. */
export const MAIL_SECURITY = ["STARTTLS", "TLS", "NONE"] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** What a mail is for. */
export const MAIL_KINDS = ["TEST", "REPORT", "REMINDER", "BILL", "ACCOUNT", "WEBHOOK"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** SENDING: just now. UNSURE: all of it was handed over, and the server's answer was lost. */
export const MAIL_STATUSES = ["QUEUED", "SENDING", "SENT", "FAILED", "UNSURE"] as const;

/** Why a mail was not sent: the server, the mail itself, or unknown. */
export const MAIL_TROUBLES = [
  "NO_SERVER",
  ...LINE_TROUBLES,
  "SIGN_IN",
  "SENDER",
  "RECIPIENT",
  "MESSAGE",
  "BROKEN_OFF",
  "TOO_LATE",
] as const;
export type MailTrouble = (typeof MAIL_TROUBLES)[number];

/** One address, without a name: nothing in it can become a header or a second recipient. */
export const MAIL_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

/** What a text field says that holds one address: `text({ max: 200, ...IS_MAIL_ADDRESS })`. */
export const IS_MAIL_ADDRESS = { pattern: MAIL_ADDRESS, hint: "Not an e-mail address" } as const;
