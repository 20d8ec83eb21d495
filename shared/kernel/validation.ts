// What is wrong with an input, in our own codes and words (contract §1): those of the validating library never get out.
import { z } from "zod";
import { FIELD_CODES, FIELD_ERRORS_MAX, type FieldCode, type FieldError } from "./failure.ts";

export type Issue = z.core.$ZodIssue;

const isText = (origin: unknown) => origin === "string";
const isSized = (origin: unknown) => ["string", "array", "set", "map", "file"].includes(String(origin));

function tooSmall(issue: z.core.$ZodIssueTooSmall): FieldCode {
  if (isText(issue.origin) && Number(issue.minimum) <= 1) return "REQUIRED";
  return isSized(issue.origin) ? "TOO_SHORT" : "TOO_SMALL";
}

/** Of the ways in which a value could have been right, the one that it came nearest to. */
function nearestBranch(issue: z.core.$ZodIssueInvalidUnion): Issue | undefined {
  const branches = issue.errors.map((errors) => errors[0]).filter((first) => first !== undefined);
  return branches.find((first) => first.code !== "invalid_type" || first.path.length > 0);
}

/** The stable code of one issue; needs `reportInput`, since a value that is missing looks like one of a wrong type. */
export function codeOf(issue: Issue): FieldCode {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "REQUIRED" : "INVALID";
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return isSized(issue.origin) ? "TOO_LONG" : "TOO_LARGE";
    case "unrecognized_keys":
      return "UNKNOWN_FIELD";
    case "invalid_union": {
      const nearest = issue.input === undefined ? undefined : nearestBranch(issue);
      if (nearest) return codeOf(nearest);
      return issue.input === undefined ? "REQUIRED" : "INVALID";
    }
    case "invalid_value":
      return issue.input === undefined ? "REQUIRED" : "INVALID";
    case "custom": {
      const { code } = (issue.params ?? {}) as { code?: unknown };
      return FIELD_CODES.find((known) => known === code) ?? "INVALID";
    }
    default:
      return "INVALID";
  }
}

/** A value's own words win; these are for what the declaration says nothing about. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  switch (issue.code) {
    case "invalid_type":
      return input === undefined ? "Required" : `Not a ${issue.expected}`;
    case "too_small": {
      if (isText(issue.origin))
        return Number(issue.minimum) <= 1 ? "Required" : `At least ${issue.minimum} characters`;
      if (isSized(issue.origin)) return `At least ${issue.minimum} entries`;
      return issue.inclusive ? `At least ${issue.minimum}` : `More than ${issue.minimum}`;
    }
    case "too_big": {
      if (isText(issue.origin)) return `At most ${issue.maximum} characters`;
      if (isSized(issue.origin)) return `At most ${issue.maximum} entries`;
      return issue.inclusive ? `At most ${issue.maximum}` : `Less than ${issue.maximum}`;
    }
    case "invalid_value":
      return input === undefined ? "Required" : `One of ${issue.values.map(String).join(", ").slice(0, 300)}`;
    case "invalid_union": {
      if (input === undefined) return "Required";
      const errors = (issue.errors ?? []) as Issue[][];
      return nearestBranch({ errors } as z.core.$ZodIssueInvalidUnion)?.message ?? "Not valid";
    }
    case "invalid_format":
      return issue.format === "uuid" || issue.format === "guid" ? "Not an id" : `Not a ${issue.format}`;
    case "unrecognized_keys":
      return "Unknown field";
    default:
      return "Not valid";
  }
}

z.config({ customError: wordsOf });

/** Longer names are cut: no declared field has one. */
const NAME_MAX = 100;

/** The wrong fields with their dotted paths, codes and words, as many as are listed; each once, with what is wrong first. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  const found = error.issues.flatMap((issue) => {
    const names = issue.code === "unrecognized_keys" ? issue.keys.slice(0, FIELD_ERRORS_MAX) : [null];
    const path = issue.path.map((part) => String(part).slice(0, NAME_MAX));
    return names.map((name) => ({
      field: [...path, ...(name === null ? [] : [name.slice(0, NAME_MAX)])].join("."),
      code: codeOf(issue),
      message: issue.message,
    }));
  });
  const named = new Set<string>();
  const isFirst = ({ field }: FieldError) => field === "" || (!named.has(field) && named.add(field));
  return found.filter(isFirst).slice(0, FIELD_ERRORS_MAX);
}
