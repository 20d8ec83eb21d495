// Telephony gateways: where they may be, and which one is active.
import { type voiceSetting, voiceSettingVerbs } from "../../shared/callcenter/index.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { requireUrl } from "../kernel/outgoing/call.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";

type Setting = typeof voiceSetting;

/** @throws Failure VALIDATION, ADDRESS_NOT_ALLOWED for an address where no gateway can be. Names are judged with each call. */
function checkEndpoint(ctx: OperationContext, { api_endpoint }: Draft<Setting>): void {
  if (api_endpoint === undefined) return;
  requireUrl(ctx.services.outgoing, "api_endpoint", api_endpoint);
}

async function activeOne({ tx, tenant }: OperationContext, except = ""): Promise<string | null> {
  const [row] = await tx<{ provider_name: string }[]>`select provider_name from voice_settings
    where tenant_id = ${tenant.id} and is_active and id::text <> ${except}`;
  return row?.provider_name ?? null;
}

/** @throws Failure DUPLICATE where another one is active. The database's key decides a race. */
function refuseSecond(active: string | null): void {
  if (active === null) return;
  const message = `${active} is active: switch it off first`;
  throw new Failure("DUPLICATE", message, {
    errors: [{ field: "is_active", code: "NOT_UNIQUE", message }],
  });
}

async function hasCredentials({ tx, tenant }: OperationContext, id: string): Promise<boolean> {
  const [row] = await tx`select from voice_settings
    where tenant_id = ${tenant.id} and id = ${id} and credentials_encrypted is not null`;
  return row !== undefined;
}

const hooks: Hooks<Setting> = {
  create: {
    async before(ctx, draft) {
      checkEndpoint(ctx, draft);
      const active = await activeOne(ctx);
      if (draft.is_active) refuseSecond(active);
      return { is_active: active === null, ...draft };
    },
  },
  update: {
    async before(ctx, draft, { id, is_active, api_endpoint }) {
      checkEndpoint(ctx, draft);
      if (draft.is_active && !is_active) refuseSecond(await activeOne(ctx, id));
      const moves =
        draft.api_endpoint !== undefined &&
        new URL(draft.api_endpoint).origin !== new URL(api_endpoint).origin;
      // Else the stored ones would be sent to wherever the new address leads.
      if (moves && draft.credentials === undefined && (await hasCredentials(ctx, id))) {
        const message = "Another address may be somebody else's: give the credentials again";
        throw new Failure("PASSWORD_REQUIRED", message, {
          errors: [{ field: "credentials", code: "PASSWORD_REQUIRED", message }],
        });
      }
      return draft;
    },
  },
};

export const voiceSettingOperations = crudOperations(voiceSettingVerbs, hooks);

interface ActiveRow {
  id: string;
  api_endpoint: string;
  caller_id: string | null;
  calls_per_minute: number;
  answer_seconds: number;
  ivr_config: object | null;
  credentials_encrypted: Uint8Array | null;
}

/** The active gateway with its credentials in clear. @throws Failure NO_VOICE_SETTING. */
export async function activeGateway(ctx: Pick<OperationContext, "tx" | "tenant" | "services">) {
  const [row] = await ctx.tx<ActiveRow[]>`
    select id, api_endpoint, caller_id, calls_per_minute, answer_seconds, ivr_config,
      credentials_encrypted from voice_settings
    where tenant_id = ${ctx.tenant.id} and is_active`;
  if (!row) throw new Failure("NO_VOICE_SETTING");
  const { credentials_encrypted: sealed, id, ...setting } = row;
  const place = { table: "voice_settings", column: "credentials_encrypted", id };
  const credentials = sealed ? ctx.services.secrets.open(sealed, place) : null;
  return { ...setting, credentials, guard: ctx.services.outgoing };
}

export type ActiveGateway = Awaited<ReturnType<typeof activeGateway>>;
