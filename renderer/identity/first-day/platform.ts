// What a super administrator does before there is anybody else: sign in to the platform, list companies, make one.
import type { Client } from "../../kernel/connection/client.ts";
import { failedWith, LocalFailure } from "../../kernel/replica/index.ts";
import { deviceSecret } from "../../kernel/session/device-secret.ts";
import { type Credentials, plainClient } from "../../kernel/session/session-login.ts";
import { type CompanyDraft, settingsBody, tenantBody } from "./company-draft.ts";

/** A super administrator's session: in memory alone, nothing of it is kept on this computer. */
export interface Platform {
  readonly server: string;
  readonly username: string;
  readonly client: Client;
}

export interface Company {
  readonly id: string;
  readonly name: string;
  readonly subdomain: string;
}

const TENANTS = "/api/v1/tenants/";

/** @throws LocalFailure as client.rest does; OTP_REQUIRED where a second factor is switched on. */
export async function enterPlatform({ server, username, password, otp }: Credentials): Promise<Platform> {
  const device_secret = await deviceSecret();
  const body = { username, password, ...(device_secret ? { device_secret } : {}), ...(otp ? { otp } : {}) };
  const answer = (await plainClient(server).rest("POST", "/api/v1/saas/auth/login/", body)) as {
    token?: unknown;
  };
  const { token } = answer ?? {};
  if (typeof token !== "string")
    throw new LocalFailure("BAD_ANSWER", "The server's answer to the sign-in is not what was agreed.");
  return { server, username, client: plainClient(server, token) };
}

/** Ends it at the server; without a line the token expires. */
export async function leavePlatform({ client }: Platform): Promise<void> {
  try {
    await client.rest("POST", "/api/v1/auth/logout/");
  } catch (error) {
    if (!failedWith(error, "OFFLINE", "TIMEOUT", "UNAUTHENTICATED")) throw error;
  }
}

interface Listed {
  readonly count: number;
  readonly results: readonly Company[];
}

/** Whether this installation has any company. */
export async function hasCompanies({ client }: Platform): Promise<boolean> {
  return ((await client.rest("GET", `${TENANTS}?page_size=1`)) as Listed).count > 0;
}

/** A company that a try without an answer had made all the same. */
async function madeBefore(client: Client, draft: CompanyDraft): Promise<Company | null> {
  const { name, subdomain } = tenantBody(draft);
  const found = (await client.rest("GET", `${TENANTS}?subdomain=${encodeURIComponent(subdomain)}`)) as Listed;
  return found.results.find((company) => company.name === name) ?? null;
}

/**
 * The steps that make a company. What has been made stays made: a step that failed is tried again alone.
 * @throws LocalFailure as client.rest does; its problem names the fields.
 */
export class CompanyMaker {
  readonly #client: Client;
  #unanswered = false;
  made: Company | null = null;

  constructor({ client }: Platform) {
    this.#client = client;
  }

  async make(draft: CompanyDraft): Promise<Company> {
    this.made ??= await this.#tenant(draft);
    const { id } = this.made;
    await this.#client.rest("PATCH", "/api/v1/settings/", settingsBody(draft), { tenant: id });
    return this.made;
  }

  async #tenant(draft: CompanyDraft): Promise<Company> {
    if (this.#unanswered) {
      const before = await madeBefore(this.#client, draft);
      if (before) return before;
    }
    try {
      return (await this.#client.rest("POST", TENANTS, tenantBody(draft))) as Company;
    } catch (error) {
      this.#unanswered = failedWith(error, "OFFLINE", "TIMEOUT", "BAD_ANSWER");
      throw error;
    }
  }
}
