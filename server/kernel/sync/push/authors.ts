// Who did what a command says, and with which rights: whichever user sends it, it is judged by its author and by the moment at
// which it was made, where its author proves it (contract §5.2, §5.7). Ids are no secrets and prove nothing.
import { allows } from "../../../../shared/kernel/permission.ts";
import { openProver } from "../../../../shared/kernel/sync/proof.ts";
import type { Command } from "../../../../shared/kernel/sync/wire.ts";
import type { AreaModule, MemberHistory } from "../../area.ts";
import { whyRefused } from "../../http/jsonb-safe.ts";
import type { Call } from "../../operation/context.ts";
import { isPermitted, type Principal, type Tenant } from "../../operation/principal.ts";
import { isSameText } from "../../secrets/same-text.ts";
import type { Services } from "../../services.ts";
import { authorKey, rootOf } from "../device-keys.ts";

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
  /** Another author was named, without a proof: their name, or their id where it is unknown here. */
  unproven: string | null;
  /** The membership has ended by now. */
  has_left: boolean;
  /** Whether the right has ended by now that there was when it was done. */
  hasLost(permission: string): boolean;
  /** Whether they ever had a right. */
  mightEver(permission: string): boolean;
}

const NOTHING: ReadonlySet<string> = new Set();

const hadLeft = ({ ended_at }: MemberHistory, at: Date) => ended_at !== null && at > ended_at;

function rightsAt(member: MemberHistory, at: Date): ReadonlySet<string> {
  if (hadLeft(member, at)) return NOTHING;
  return member.rights.find(({ since }) => since <= at)?.permissions ?? NOTHING;
}

/** A command with what it was on the wire: what is proven is what was sent, before anything of it is put right. */
export interface Sent {
  command: Command;
  payload: unknown;
}

export class Authors {
  readonly #pusher: Principal;
  readonly #members: ReadonlyMap<string, MemberHistory>;
  readonly #proven: ReadonlySet<Command>;

  /** @param proven the commands of others that their authors proved. */
  constructor(
    pusher: Principal,
    members: ReadonlyMap<string, MemberHistory>,
    proven: ReadonlySet<Command> = new Set(),
  ) {
    this.#pusher = pusher;
    this.#members = members;
    this.#proven = proven;
  }

  /** The sender, for commands that name no author. */
  pusher(at: Date): Author {
    return this.#of(this.#members.get(this.#pusher.user_id ?? ""), at, null);
  }

  /**
   * The author of a command that was made at a moment. A right of then or of now will do: what was permitted when it was
   * done is applied as meant, and a right that was granted since does no harm. Another author's command without their proof is its
   * pusher's own.
   */
  at(command: Command, at: Date): Author {
    const named = command.author?.toLowerCase() ?? null;
    if (named === null || named === this.#pusher.user_id) return this.pusher(at);
    const member = this.#members.get(named);
    if (member && this.#proven.has(command)) return this.#of(member, at, null);
    return { ...this.pusher(at), unproven: member?.username ?? named };
  }

  #of(member: MemberHistory | undefined, at: Date, unproven: string | null): Author {
    const pusher = this.#pusher;
    // A machine, or a super administrator: they have no membership here, and their rights are not used for others.
    if (!member) {
      return {
        ...{ principal: { ...pusher, ended: null }, unproven },
        ...{ had_left: pusher.ended !== null, has_left: pusher.ended !== null },
        hasLost: () => false,
        mightEver: (permission) => isPermitted(pusher, permission),
      };
    }
    const { user_id, username, full_name, email } = member;
    const isSelf = user_id === pusher.user_id;
    const now = isSelf ? pusher.permissions : rightsAt(member, new Date());
    const permissions = new Set([...rightsAt(member, at), ...now]);
    const everything = isSelf && pusher.is_superuser;
    return {
      principal: {
        ...pusher,
        ...{ kind: "staff", user_id, username, full_name, email, permissions, ended: null },
        ...(isSelf ? {} : { membership_id: null, role: null, is_superuser: false, site: null }),
      },
      unproven,
      had_left: hadLeft(member, at),
      has_left: member.ended_at !== null,
      hasLost: (code) => !everything && !allows(now, code),
      mightEver: (code) =>
        everything ||
        allows(permissions, code) ||
        member.rights.some((rights) => allows(rights.permissions, code)),
    };
  }
}

/** The commands among these, of one author at one device, that the author proved. */
async function provenBy(key: Uint8Array, device_id: string, sent: readonly Sent[]): Promise<Command[]> {
  const prover = await openProver(key);
  const isProven = ({ command, payload }: Sent): boolean => {
    const { id, kind, occurred_at, device_seq, author, proof } = command;
    // Nothing that is nested so deep is ours.
    if (!author || !proof || whyRefused(payload) !== null) return false;
    const of = { id, kind, occurred_at, device_seq, device_id, author, digest: prover.digest(payload) };
    return isSameText(proof, prover.prove(of));
  };
  return sent.filter(isProven).map(({ command }) => command);
}

/**
 * What is known of the authors that a batch names, and of the one who hands it in.
 * @param device_id as the batch named it.
 */
export async function knowAuthors(
  { services, modules, principal, tenant }: PushContext,
  device_id: string,
  sent: readonly Sent[],
): Promise<Authors> {
  const others = new Map<string, Sent[]>();
  for (const one of sent) {
    const author = one.command.author?.toLowerCase();
    if (!author || author === principal.user_id) continue;
    others.set(author, [...(others.get(author) ?? []), one]);
  }
  const users = [...(principal.user_id ? [principal.user_id] : []), ...others.keys()];
  const readMembers = modules.find((module) => module.members)?.members;
  const [members, root] = await Promise.all([
    readMembers ? readMembers(services, tenant.id, users) : new Map<string, MemberHistory>(),
    others.size > 0 ? rootOf(services.db.platform, tenant.id) : null,
  ]);
  const known = [...others].filter(([author]) => members.has(author));
  const proven = await Promise.all(
    known.map(([author, theirs]) =>
      root ? provenBy(authorKey(root, device_id, author), device_id, theirs) : [],
    ),
  );
  return new Authors(principal, members, new Set(proven.flat()));
}

/** The same for a command that was judged before: as whom, is known by then. */
export async function authorsAsJudged(
  { services, modules, principal, tenant }: PushContext,
  command: Command,
): Promise<Authors> {
  const readMembers = modules.find((module) => module.members)?.members;
  const users = [principal.user_id, command.author].filter((id) => typeof id === "string");
  const members = readMembers ? await readMembers(services, tenant.id, users) : new Map();
  return new Authors(principal, members, new Set([command]));
}
