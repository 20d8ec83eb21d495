// The mail server that a company's mails go out by: its own, as the settings name it, else the installation's.
import type { MailSecurity } from "../../../shared/kernel/outgoing/mail.ts";
import type { Sql, Tx } from "../db/db.ts";
import type { SecretBox } from "../secrets/secret-box.ts";

export interface Relay {
  host: string;
  port: number;
  /** TLS from the first byte, asked for with STARTTLS (and never gone on without), or none. */
  security: MailSecurity;
  user: string | null;
  password: string | null;
  /** The sender's address. */
  from: string;
}

/** A relay as one company uses it. */
export interface CompanyRelay extends Relay {
  from_name: string;
  reply_to: string | null;
  /** A company named the server: it must not be at an address where the company has nothing to do. */
  is_guarded: boolean;
}

interface SettingsRow {
  id: string;
  company_name: string;
  support_email: string | null;
  mail_host: string | null;
  mail_port: number;
  mail_security: MailSecurity;
  mail_user: string | null;
  mail_password_encrypted: Uint8Array | null;
  mail_from: string | null;
  mail_from_name: string | null;
}

/** By which server the company's mails go; null: it has named none, and the installation has none. */
export async function relayOf(
  sql: Sql | Tx,
  { secrets, smtp }: { secrets: SecretBox; smtp: Relay | null },
  tenant: string,
): Promise<CompanyRelay | null> {
  const [row] = await sql<SettingsRow[]>`
    select id, company_name, support_email, mail_host, mail_port, mail_security, mail_user, mail_password_encrypted,
      mail_from, mail_from_name from company_settings where tenant_id = ${tenant}`;
  if (!row) return null;
  const from_name = row.mail_from_name || row.company_name;
  const reply_to = row.mail_from ?? row.support_email;
  if (!row.mail_host || !row.mail_from) {
    // The installation's server sends for its own address alone; answers go to the company.
    return smtp && { ...smtp, from_name, reply_to, is_guarded: false };
  }
  const place = { table: "company_settings", column: "mail_password_encrypted", id: row.id };
  const sealed = row.mail_password_encrypted;
  return {
    ...{ host: row.mail_host, port: row.mail_port, security: row.mail_security, user: row.mail_user },
    ...{ password: sealed && secrets.open(sealed, place), from: row.mail_from, from_name },
    ...{ reply_to: row.support_email, is_guarded: true },
  };
}
