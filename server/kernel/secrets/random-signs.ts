// Codes and passwords that people read out and type.
import { randomInt } from "node:crypto";

/** As many signs, each of the given ones and each as likely. */
export const randomSigns = (signs: string, length: number): string =>
  Array.from({ length }, () => signs[randomInt(signs.length)]).join("");
