// All vendor profiles.
import type { OltProfile } from "../profile.ts";
import { bdcomEpon, bdcomGpon } from "./bdcom.ts";
import { cdataEpon, cdataFd11, cdataGpon } from "./cdata.ts";
import { huaweiEpon, huaweiGpon } from "./huawei.ts";
import { fiberhome, generic, ufiber } from "./others.ts";
import { vsolEpon, vsolGpon } from "./vsol.ts";
import { zteC300, zteC600 } from "./zte.ts";

export const PROFILES: readonly OltProfile[] = [
  huaweiGpon,
  huaweiEpon,
  zteC300,
  zteC600,
  vsolEpon,
  vsolGpon,
  bdcomEpon,
  bdcomGpon,
  cdataGpon,
  cdataEpon,
  cdataFd11,
  fiberhome,
  ufiber,
  generic,
];

export { generic };
