// Words of the page under `?`.
import { dictionary } from "../kernel/i18n/dictionary.ts";

export const helpTexts = dictionary({
  "help.words": ["What its words mean", "শব্দগুলোর অর্থ"],
});
