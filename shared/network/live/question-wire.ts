// What the server asks an agent about a router right now, because a person watches it, and what the agent answers: the live
// part of the procedures in `../agent-wire.ts`.
//
// | procedure      | kind         | input → output                       |
// |----------------|--------------|--------------------------------------|
// | `agent.wake`   | subscription | an event may carry `asks`            |
// | `agent.answer` | mutation     | answerInput → answerOutput           |
import { z } from "zod";
import { CONNECTIONS } from "../plan/plan-wire.ts";

const uuid = z.uuid();
const bps = z.number().int().nonnegative();

export const question = z.discriminatedUnion("kind", [
  /** A sample each second until the question lapses: of an interface, or of a simple queue. Null: the busiest own interface. */
  z.object({ kind: z.literal("TRAFFIC"), interface: z.string().min(1).nullable() }),
  /** Everything that tells why one customer's line is as it is. */
  z.object({
    kind: z.literal("LINE"),
    username: z.string().min(1),
    /** Absent: PPPOE. */
    connection: z.enum(CONNECTIONS).optional(),
    /** The line's fixed address, by which a static one is known. */
    address: z.string().nullable().optional(),
  }),
  /** Whether the router is set up as it should be. */
  z.object({ kind: z.literal("CHECK") }),
]);
export type Question = z.infer<typeof question>;

/** The question's name among those of its router: who asks the same shares the answer. */
export function subjectOf(asked: Question): string {
  switch (asked.kind) {
    case "TRAFFIC":
      return `TRAFFIC ${asked.interface ?? ""}`;
    case "LINE":
      return `LINE ${asked.connection ?? "PPPOE"} ${asked.username} ${asked.address ?? ""}`;
    case "CHECK":
      return "CHECK";
  }
}

export const askedQuestion = z.object({
  router: uuid,
  question,
  /** How long the question lasts. */
  seconds: z.number().positive(),
});
export type AskedQuestion = z.infer<typeof askedQuestion>;

/** From the router's point of view: rx is what it received. On a customer's interface or queue tx is their download. */
export const trafficSample = z.object({
  interface: z.string(),
  rx_bps: bps,
  tx_bps: bps,
  rx_pps: bps,
  tx_pps: bps,
});
export type TrafficSample = z.infer<typeof trafficSample>;

/** One customer's line as the router knows it. */
export const lineLook = z.object({
  /** The secret, the hotspot user, or the queue of a static line. Null: the router has none of this name. */
  secret: z
    .object({
      disabled: z.boolean(),
      profile: z.string(),
      /** In the router's own words and time. */
      last_logged_out: z.string().nullable(),
      last_caller_id: z.string().nullable(),
      last_disconnect_reason: z.string().nullable(),
      /** Whether anybody ever signed in with it, where that is told otherwise than by the last sign-out. */
      was_signed_in: z.boolean().optional(),
    })
    .nullable(),
  /** Of a static line: the address lists that its address stands on. */
  lists: z.array(z.string().max(200)).max(100).optional(),
  /** Sign-ins that the router refused, as far as its log reaches back; null: none. */
  refused: z
    .object({
      /** Null where the log's time can not be read. */
      first_at: z.iso.datetime().nullable(),
      last_at: z.iso.datetime().nullable(),
      tries: z.number().int().positive(),
      reason: z.enum(["WRONG_PASSWORD", "OTHER"]),
    })
    .nullable(),
  session: z
    .object({
      ip_address: z.string().nullable(),
      mac_address: z.string().nullable(),
      uptime_seconds: z.number().int().nonnegative(),
      bytes_in: z.number().int().nonnegative().nullable(),
      bytes_out: z.number().int().nonnegative().nullable(),
    })
    .nullable(),
});
export type LineLook = z.infer<typeof lineLook>;

/** What may be wrong with the way a router is set up. */
export const SETUP_FAULTS = [
  "NOT_REACHED",
  "WRONG_PASSWORD",
  "TLS_NOT_PINNED",
  "TLS_CHANGED",
  "TLS_NO_CERTIFICATE",
  "LEGACY_LOGIN",
  "OTHER_IDENTITY",
  "NO_RIGHT_READ",
  "NO_RIGHT_WRITE",
  "NO_RIGHT_TEST",
  "NO_RIGHT_REBOOT",
  "RIGHTS_UNKNOWN",
  "TOO_MANY_RIGHTS",
  "NOT_ENCRYPTED",
  "API_OPEN_TO_ALL",
  "USES_RADIUS",
] as const;
export type SetupFault = (typeof SETUP_FAULTS)[number];

/** A reading of the device's sensors, as the router writes it. */
export const healthReading = z.object({
  name: z.string().max(60),
  value: z.string().max(60),
  /** Unit, such as C, V, RPM; empty where the router names none. */
  type: z.string().max(20),
});
export type HealthReading = z.infer<typeof healthReading>;

export const routerCheck = z.object({
  is_reachable: z.boolean(),
  /** Why it is not, in plain words. */
  error: z.string().nullable(),
  identity: z.string().nullable(),
  serial_number: z.string().nullable(),
  ros_version: z.string().nullable(),
  board_name: z.string().nullable(),
  /** Group of the API user, and its policies; empty where the router does not show them. */
  group: z.string().nullable(),
  rights: z.array(z.string().max(40)).max(60),
  /** SHA-256 of the certificate that the router showed although none is confirmed. */
  tls_fingerprint: z.string().nullable(),
  /** The agent's own address as the router sees it, to let only the agent in. */
  agent_address: z.string().max(60).nullable(),
  health: z.array(healthReading).max(100),
  missing: z.array(z.enum(SETUP_FAULTS)),
});
export type RouterCheck = z.infer<typeof routerCheck>;

export const answer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("TRAFFIC"), sample: trafficSample }),
  z.object({ kind: z.literal("LINE"), line: lineLook }),
  z.object({ kind: z.literal("CHECK"), check: routerCheck }),
  /** The router refused to tell, for good: code of the driver, plain words. */
  z.object({ kind: z.literal("FAILED"), code: z.string(), message: z.string() }),
]);
export type Answer = z.infer<typeof answer>;

/** The answer to a question; of a check also unasked, when an agent sees a router for the first time. */
export const answerInput = z.object({ agent_id: uuid, router: uuid, question, answer });
export type AnswerInput = z.infer<typeof answerInput>;
/** wanted false: the question is over. */
export const answerOutput = z.object({ wanted: z.boolean() });
export type AnswerOutput = z.infer<typeof answerOutput>;
