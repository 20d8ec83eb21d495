// The scripts of the collection's requests: what is checked of an answer, what is kept of it, and what is left out of a run.
import { own } from "../../shared/kernel/safe-lookup.ts";

/** A script of a request, line by line. */
interface Event {
  listen: "prerequest" | "test";
  script: { type: "text/javascript"; exec: string[] };
}

const event = (listen: Event["listen"], ...exec: string[]): Event => ({
  listen,
  script: { type: "text/javascript", exec },
});

/**
 * Sent by hand alone, or by a run whose variable `everything` is "true": what ends the run's own session, sends to people or
 * devices, waits for an office's agent, takes a file, closes books, or puts a backup back.
 */
const BY_HAND: Readonly<Record<string, string>> = {
  getCallbacksOne: "its key is in an account of a provider",
  postCallbacksOne: "its key is in an account of a provider",
  changePassword: "it would end every other session of the account",
  postAuthOtp: "it begins a second factor, which needs a person's app",
  postAuthOtpConfirm: "it needs the code of a person's app",
  deleteAuthOtp: "it needs the code of a person's app",
  deleteAuthSessions: "it ends the account's other sessions",
  deleteAuthSessionsOne: "it ends a session, perhaps this one",
  revokeDevice: "it shuts a computer out",
  createAgentPairingCode: "it needs a site at which routers stand, and ends its earlier code",
  pairAgent: "it needs the code from an office's screen",
  testMailSettings: "it sends a mail",
  sendAgainMail: "it sends a mail",
  sendNowReportSchedule: "it sends a mail",
  remindCustomer: "it writes to people",
  broadcastVoiceTemplate: "it calls people",
  verifyTenantDomain: "it asks the public DNS",
  putTaskPhotoFile: "it takes a picture's bytes",
  addPhotoTask: "it tells of a picture whose bytes follow",
  getTaskPhotoFile: "it answers a picture, where one was taken",
  createClosing: "it closes a month of the books",
  reverseClosing: "it opens a month of the books again",
  createMonthEnd: "it begins a month's end, once for each month",
  voidBatchInvoice: "it voids a month's bills",
  createDatabaseBackup: "it writes a whole company to the server's disk",
  restoreDatabaseBackup: "it makes a company out of a backup",
  proveDatabaseBackup: "it needs a database beside this one",
  suspendSaasTenant: "it shuts a company out",
  cancelTenantSubscription: "it ends a company's subscription",
  switchRouter: "it lets the program change a router",
  syncRouter: "it waits for an office's agent",
  rebootRouter: "it restarts a router",
  checkRouter: "it waits for an office's agent",
  pollOlt: "it waits for an office's agent",
  rebootOnu: "it restarts a customer's ONU",
  getRouterTraffic: "it waits for an office's agent",
  getNetworkSyncJobSnapshot: "it is there for jobs that wrote to a router",
  confirmCashTransfer: "somebody else than the sender says it",
  useHeldStock: "it needs the serial numbers of what one holds",
  takeBackHeldStock: "it needs a use of what one holds",
  kickUserSession: "it cuts a customer's line",
  reconnectCustomer: "it cuts a customer's line",
};

export const whyByHand = (operationId: string): string | null => own(BY_HAND, operationId) ?? null;

/** The variable in which the id of one record of a resource is kept. */
export const variableOf = (resource: string): string => `${resource}_id`;

/** The same for the first record of its list, which was there before anything was made. */
const listed = (resource: string) => `${variableOf(resource)}_listed`;

export interface Checked {
  operationId: string;
  /** The statuses of success that the document declares. */
  success: readonly number[];
  /** Whether the state of the record, or a rule of the business, may stand against it. */
  mayRefuse: boolean;
  /** The resource that a list or a creation answers, whose id is kept. */
  keeps: { resource: string; from: "list" | "record" } | null;
  /** The resource of the record that is deleted: the first of the list is spoken of again then. */
  forgets: string | null;
  /** The variables without which there is nothing to ask for. */
  needs: readonly string[];
  /** The variable that keeps the token of a sign-in. */
  token: string | null;
  isJson: boolean;
}

const only = (name: string) => JSON.stringify(name);

/** What is done before a request is sent: it is left out where it is for hands alone, or where the run found no record for it. */
function before({ operationId, needs }: Checked): Event[] {
  const why = whyByHand(operationId);
  const lines = [
    ...(why === null
      ? []
      : [
          `// Left out of a run: ${why}.`,
          'if (pm.collectionVariables.get("everything") !== "true") pm.execution.skipRequest();',
        ]),
    ...needs.map((name) => `if (!pm.collectionVariables.get(${only(name)})) pm.execution.skipRequest();`),
  ];
  return lines.length === 0 ? [] : [event("prerequest", ...lines)];
}

function after({ operationId, success, mayRefuse, keeps, forgets, token, isJson }: Checked): Event {
  const allowed = mayRefuse ? [...success, 409, 422] : success;
  const lines = [
    `pm.test(${only(`${operationId} answers ${allowed.join(" or ")}`)}, () => pm.expect(pm.response.code).to.be.oneOf(${JSON.stringify(allowed)}));`,
  ];
  if (mayRefuse)
    lines.push(
      `if (pm.response.code >= 400) pm.test(${only(`${operationId} says why not`)}, () => pm.expect(pm.response.json().code).to.match(/^[A-Z_]+$/));`,
    );
  if (isJson && !mayRefuse && success.every((status) => status !== 204))
    lines.push(
      `pm.test(${only(`${operationId} answers JSON`)}, () => pm.expect(pm.response.headers.get("Content-Type")).to.include("json"));`,
    );
  if (token)
    lines.push(
      `if (pm.response.code === 200) pm.collectionVariables.set(${only(token)}, pm.response.json().token);`,
    );
  if (keeps) {
    const name = only(variableOf(keeps.resource));
    lines.push(
      keeps.from === "list"
        ? `if (pm.response.code === 200) for (const name of [${name}, ${only(listed(keeps.resource))}]) pm.collectionVariables.set(name, (pm.response.json().results[0] || { id: "" }).id);`
        : `if (pm.response.code < 300) pm.collectionVariables.set(${name}, pm.response.json().id);`,
    );
  }
  if (forgets)
    lines.push(
      `if (pm.response.code === 204) pm.collectionVariables.set(${only(variableOf(forgets))}, pm.collectionVariables.get(${only(listed(forgets))}) || "");`,
    );
  return event("test", ...lines);
}

/** The scripts of one request. */
export const scriptsOf = (checked: Checked): Event[] => [...before(checked), after(checked)];

/** Before the first request: a word of this run's own, so that what must be unique is new in each. */
export const BEGIN: Event = event(
  "prerequest",
  'if (!pm.collectionVariables.get("run")) pm.collectionVariables.set("run", Date.now().toString(36));',
);
