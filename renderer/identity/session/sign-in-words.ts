// The words that are there from the start: those of the sign-in, and of whatever can go wrong there.

import { errorTexts } from "../../kernel/i18n/error-words.ts";
import { kernelTexts } from "../../kernel/i18n/kernel-words.ts";
import { sessionTexts } from "./words.ts";

export const SIGN_IN_DICTIONARIES = [kernelTexts, errorTexts, sessionTexts] as const;

declare module "../../kernel/i18n/dictionary.ts" {
  interface Words {
    sign_in: typeof SIGN_IN_DICTIONARIES;
  }
}
