// Who did what a command says, and with which rights: whoever hands it in, it is judged by its author and by the moment at
// which it was made (contract §5.2, §5.7).
import { allows } from "../../../../shared/kernel/permission.ts";
import type { AreaModule, MemberHistory } from "../../area.ts";
import type { Call } from "../../operation/context.ts";
import { isGranted, isPermitted, type Principal, type Tenant } from "../../operation/principal.ts";
import type { Services } from "../../services.ts";

export interface PushContext {
  services: Services;
  modules: readonly AreaModule[];
  principal: Principal;
  tenant: Tenant;
  call: Call;
}

export interface Author {
  principal: Principal;
  /** The membership had ended when it was done. */
  had_left: boolean;
  /** Whether he ever had a right. */
  mightEver(permission: string): boolean;
}

const NOTHING: ReadonlySet<string> = new Set();

const hadLeft = ({ ended_at }: MemberHistory, at: Date) => ended_at !== null && at > ended_at;

function rightsAt(member: MemberHistory, at: Date): ReadonlySet<string> {
  if (hadLeft(member, at)) return NOTHING;
  return member.rights.find(({ since }) => since <= at)?.permissions ?? NOTHING;
}

export class Authors {
  readonly #pusher: Principal;
  readonly #members: ReadonlyMap<string, MemberHistory>;
  readonly #atDevice: ReadonlySet<string>;

  constructor(pusher: Principal, members: ReadonlyMap<string, MemberHistory>, atDevice: ReadonlySet<string>) {
    this.#pusher = pusher;
    this.#members = members;
    this.#atDevice = atDevice;
  }

  /**
   * The author of a command that was made at a moment. A right of then or of now will do: what was permitted when it was
   * done is applied as meant, and a right that came since harms nobody. Of an author who was never signed in at this
   * device only what the one who hands it in may do as well: nobody gets rights by naming somebody.
   */
  at(named: string | null | undefined, at: Date): Author {
    const pusher = this.#pusher;
    const member = this.#members.get(named ?? pusher.user_id ?? "");
    // A machine, a super administrator, or a name that nobody of this tenant has.
    if (!member) {
      const mightEver = (permission: string) => isPermitted(pusher, permission);
      return { principal: { ...pusher, ended: null }, had_left: pusher.ended !== null, mightEver };
    }
    const { user_id, username, full_name, email } = member;
    const isSelf = user_id === pusher.user_id;
    const isKnown = isSelf || this.#atDevice.has(user_id);
    const allowed = (code: string) => isKnown || isGranted(pusher, code);
    const now = isSelf ? pusher.permissions : rightsAt(member, new Date());
    const permissions = new Set([...rightsAt(member, at), ...now].filter(allowed));
    return {
      principal: {
        ...pusher,
        ...{ kind: "staff", user_id, username, full_name, email, permissions, ended: null },
        ...(isSelf ? {} : { membership_id: null, role: null, is_superuser: false }),
      },
      had_left: hadLeft(member, at),
      mightEver: (code) =>
        allowed(code) &&
        (allows(permissions, code) || member.rights.some((rights) => allows(rights.permissions, code))),
    };
  }
}

/** What is known of the authors that a batch names, and of the one who hands it in. */
export async function knowAuthors(
  { services, modules, principal, tenant }: PushContext,
  device: string,
  commands: readonly { author?: string | null | undefined }[],
): Promise<Authors> {
  const named = [principal.user_id, ...commands.map(({ author }) => author)];
  const users = [...new Set(named.filter((id) => typeof id === "string"))];
  const readMembers = modules.find((module) => module.members)?.members;
  const [members, bound] = await Promise.all([
    readMembers ? readMembers(services, tenant.id, users) : new Map<string, MemberHistory>(),
    services.db.platform<{ user: string }[]>`
      select "user" from device_sessions where tenant_id = ${tenant.id} and device = ${device} and "user" is not null`,
  ]);
  return new Authors(principal, members, new Set(bound.map(({ user }) => user)));
}
