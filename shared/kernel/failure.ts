// Every way in which an operation can fail, with its stable code and its HTTP status (contract §1).

/** One exhaustive table: failure code → HTTP status and title. A new failure is a new row here. */
export const FAILURES = {
  VALIDATION: [400, "The request is not valid"],
  TENANT_REQUIRED: [400, "Name the tenant"],
  PASSWORD_REQUIRED: [400, "The password is needed again"],
  ADDRESS_NOT_ALLOWED: [400, "The server makes no connections to this address"],
  IDEMPOTENCY_KEY_REQUIRED: [400, "An Idempotency-Key is required"],
  UNAUTHENTICATED: [401, "Sign in first"],
  TOKEN_EXPIRED: [401, "The session has expired"],
  TOKEN_REVOKED: [401, "The session was ended"],
  MEMBERSHIP_ENDED: [401, "The membership has ended"],
  INVALID_CREDENTIALS: [401, "Wrong username or password"],
  OTP_REQUIRED: [401, "A code of the second factor is required"],
  USE_SAAS_LOGIN: [401, "Super administrators sign in at /saas/auth/login/"],
  INVALID_SIGNATURE: [401, "The signature does not match"],
  PERMISSION_DENIED: [403, "Not permitted"],
  OTP_ENROLMENT_REQUIRED: [403, "Switch a second factor on first"],
  PASSWORD_CHANGE_REQUIRED: [403, "Choose a password of your own first"],
  OWN_REQUEST: [403, "Somebody else decides on one's own request"],
  TENANT_INACTIVE: [403, "This tenant is inactive"],
  DEVICE_REVOKED: [403, "This device was revoked"],
  DEVICE_SECRET_REQUIRED: [403, "A device that is known is registered again with its secret"],
  DEVICE_MISMATCH: [403, "This session is not bound to the device"],
  NOT_FOUND: [404, "Not found"],
  METHOD_NOT_ALLOWED: [405, "Method not allowed"],
  REQUEST_TIMEOUT: [408, "The request took too long to come in"],
  CONFLICT: [409, "Conflict"],
  DUPLICATE: [409, "Already exists"],
  CANCELLED: [409, "Called off"],
  ILLEGAL_TRANSITION: [409, "Not possible in this state"],
  HAS_FINANCIAL_HISTORY: [409, "The customer has a financial history"],
  REVERSE_THE_RECHARGE: [409, "This is a recharge's money: reverse the recharge"],
  REVERSE_THE_ADJUSTMENT: [409, "This is an adjustment's money: reverse the adjustment"],
  PERIOD_LOCKED: [422, "The books are closed up to this day"],
  REVERSE_THE_REFUND: [409, "Some of this money was paid out since: reverse the refund first"],
  INVOICE_SETTLED: [409, "Something was paid on this invoice or carried on from it"],
  CREDIT_LIMIT_EXCEEDED: [422, "Beyond the credit limit"],
  IN_USE: [409, "Still in use"],
  HAS_DOCUMENTS: [409, "Documents of these days were made with what was in force"],
  COOL_DOWN: [409, "Done a moment ago: wait before it is done again"],
  USE_CHANGE_PACKAGE: [409, "Days of this package are paid: change it by its own operation"],
  SAME_PACKAGE: [409, "The customer has this package"],
  CHANGE_SCHEDULED: [409, "A change of package waits for its day already"],
  PREVIEW_CHANGED: [409, "The figures are no longer those that were shown"],
  LATER_CHANGE: [409, "Something came after this change"],
  SERVICE_EXPIRED: [409, "No access left"],
  LEAVE_OVERLAPS: [409, "There is an approved leave in these days"],
  ADVANCE_PARTLY_DEDUCTED: [409, "Paid salaries took a part of this advance back already"],
  PAYROLL_PAID: [409, "The month's salary is paid"],
  BACKUP_IN_PROGRESS: [409, "A backup is already under way"],
  CLOSING_IN_PROGRESS: [409, "The month is being closed, or its closing is being taken back"],
  PREPAID_NOT_EARNED: [422, "The company does not earn prepaid service as it is used"],
  BATCH_IN_PROGRESS: [409, "A batch run is already under way"],
  STEPS_OPEN: [409, "Other steps of the month's end are not done yet"],
  MONTH_NOT_OVER: [422, "The month is not over"],
  IDEMPOTENCY_IN_PROGRESS: [409, "The first request with this key is still running"],
  STALE_CHECKPOINT: [409, "The server was set back: pull anew"],
  APP_TOO_OLD: [409, "This app is too old for the server"],
  COMMAND_ID_REUSED: [409, "This command's id was used with another payload"],
  CURSOR_EXPIRED: [410, "This cursor holds no longer: read from the beginning"],
  STALE_VERSION: [412, "The record was changed meanwhile"],
  BODY_TOO_LARGE: [413, "The body is too large"],
  UNSUPPORTED_MEDIA_TYPE: [415, "Unsupported media type"],
  IDEMPOTENCY_KEY_REUSED: [422, "This Idempotency-Key was used for another request"],
  OVER_CREDITED: [422, "More than is left to be credited"],
  INSUFFICIENT_ADVANCE: [422, "More than the customer has as advance"],
  PAUSED: [409, "The service is paused"],
  PAUSE_LIMIT: [422, "Beyond what a pause may be"],
  ALREADY_BILLED: [409, "It is on a bill already"],
  INSUFFICIENT_DEPOSIT: [422, "More than is left of the deposit"],
  UNDERPAID: [422, "Less than is to be paid"],
  BOUND_ADVANCE: [422, "This money has bought days"],
  PACKAGE_INACTIVE: [422, "This package is not on sale"],
  ADVANCE_SPENT: [422, "Money that this freed is spent"],
  OVER_ALLOCATION: [422, "More than is due"],
  PROMISE_LIMIT: [422, "Beyond what may be promised"],
  NO_PACKAGE: [422, "The customer has no package"],
  NEGATIVE_TOTAL: [422, "The total would be negative"],
  NO_EMPLOYEE: [422, "No employee is linked to this account"],
  NOT_REVERSIBLE: [422, "This can't be reversed"],
  NOT_OURS: [422, "The file was not written by this server, or was changed since"],
  BACKUP_UNREADABLE: [422, "The backup can't be restored"],
  DOMAIN_NOT_VERIFIED: [422, "The domain does not show the record"],
  PLAN_LIMIT_REACHED: [422, "The plan's number of subscribers is reached"],
  SUBSCRIPTION_ENDED: [422, "The company's subscription to this service has ended"],
  NO_MAIL_SERVER: [422, "No mail server is set up"],
  NO_VOICE_SETTING: [422, "No telephony gateway is active"],
  SIGNAL_TOO_WEAK: [422, "The signal is too weak for a line that works"],
  INSUFFICIENT_STOCK: [422, "Not enough in stock"],
  BUSINESS_RULE: [422, "A business rule forbids this"],
  RATE_LIMITED: [429, "Too many requests"],
  ACCOUNT_LOCKED: [429, "Locked after too many failed sign-ins"],
  HEAD_TOO_LARGE: [431, "The address and headers are too long"],
  INTERNAL: [500, "Something went wrong"],
  UNAVAILABLE: [503, "Not available now"],
  AGENT_OFFLINE: [503, "No network agent that reaches the device is connected"],
} as const satisfies Record<string, readonly [number, string]>;

export type FailureCode = keyof typeof FAILURES;

/** At most so many are listed: an input that is wrong in thousands of places must not make an answer of thousands. */
export const FIELD_ERRORS_MAX = 50;

/** Every way in which one field of an input can be wrong (contract §1). A new one is a new entry here. */
export const FIELD_CODES = [
  "REQUIRED",
  "INVALID",
  "TOO_SHORT",
  "TOO_LONG",
  "TOO_SMALL",
  "TOO_LARGE",
  "UNKNOWN_FIELD",
  "UNKNOWN_PARAMETER",
  "UNKNOWN_KIND",
  "UNSORTABLE",
  "NOT_UNIQUE",
  "MIXED_SCRIPTS",
  "REPEATED",
  "DOES_NOT_EXIST",
  "CONFLICTING",
  "EXACTLY_ONE",
  "PAST",
  "IN_THE_FUTURE",
  "RESERVED",
  "TOO_COMMON",
  "WRONG_CODE",
  "WRONG_PASSWORD",
  "DUPLICATE",
  "PASSWORD_REQUIRED",
  "ADDRESS_NOT_ALLOWED",
  "NOT_UTF_8",
  "TOO_MANY_DIGITS",
  "PLAIN_HTTP",
  "EMPTY",
  "MALFORMED",
  "TOO_MANY_COLUMNS",
  "TOO_MANY_ROWS",
  "UNKNOWN_COLUMN",
  "DUPLICATE_COLUMN",
  "READ_ONLY",
  "CELL_COUNT",
  "ZERO_LOST",
] as const;

export type FieldCode = (typeof FIELD_CODES)[number];

/** What was wrong with one field of the input; `field` is a dotted path such as "lines.0.quantity". */
export interface FieldError {
  field: string;
  code: FieldCode;
  message: string;
  /** Where in a file, from 1. */
  line?: number;
}

/** The body of every error answer: RFC 9457 problem details with our stable code. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: FieldError[];
  request_id?: string;
  [extra: string]: unknown;
}

/** The one error that operations throw on purpose. Anything else that is thrown is a defect (500). */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: FailureCode;
  readonly errors: readonly FieldError[] | undefined;
  /** Further members of the problem body, e.g. the tenants to choose from, or `retry_after` in seconds. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: FailureCode,
    detail?: string,
    more: { errors?: readonly FieldError[]; extra?: Record<string, unknown> } = {},
  ) {
    super(detail ?? FAILURES[code][1]);
    this.code = code;
    this.errors = more.errors;
    this.extra = more.extra ?? {};
  }
}

/** A validation failure of one field. */
export function invalid(field: string, message: string, code: FieldCode = "INVALID"): Failure {
  return new Failure("VALIDATION", message, { errors: [{ field, code, message }] });
}

/** A failure as the problem body that goes over the wire. */
export function toProblem(failure: Failure, requestId?: string): Problem {
  const [status, title] = FAILURES[failure.code];
  return {
    type: `urn:lastmile:problem:${failure.code.toLowerCase().replaceAll("_", "-")}`,
    title,
    status,
    detail: failure.message,
    code: failure.code,
    ...failure.extra,
    ...(failure.errors ? { errors: failure.errors.slice(0, FIELD_ERRORS_MAX) } : {}),
    ...(requestId ? { request_id: requestId } : {}),
  };
}
