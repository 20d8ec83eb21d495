// All vendor profiles.
import type { OltProfile } from "../profile.ts";
import { bdcomEpon, bdcomGpon } from "./bdcom.ts";
import { cdataEpon, cdataGpon } from "./cdata.ts";
import { huaweiGpon } from "./huawei.ts";
import { fiberhome, generic, ufiber } from "./others.ts";
import { vsolEpon, vsolGpon } from "./vsol.ts";
import { zteC300, zteC600 } from "./zte.ts";

export const PROFILES: readonly OltProfile[] = [
  huaweiGpon,
  zteC300,
  zteC600,
  vsolEpon,
  vsolGpon,
  bdcomEpon,
  bdcomGpon,
  cdataGpon,
  cdataEpon,
  fiberhome,
  ufiber,
  generic,
];

export { generic };
