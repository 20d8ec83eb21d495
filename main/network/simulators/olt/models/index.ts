// The models of OLTs that can be simulated, by name.
import type { OltModel } from "../model.ts";
import { bdcomEpon } from "./bdcom-epon.ts";
import { bdcomGpon } from "./bdcom-gpon.ts";
import { cdataEpon, cdataEponByCard } from "./cdata-epon.ts";
import { cdataFd11 } from "./cdata-fd11.ts";
import { cdataGpon } from "./cdata-gpon.ts";
import { fiberhome } from "./fiberhome.ts";
import { huawei } from "./huawei.ts";
import { huaweiEpon } from "./huawei-epon.ts";
import { ufiber } from "./ufiber.ts";
import { vsolEpon } from "./vsol-epon.ts";
import { zteC300 } from "./zte-c300.ts";
import { zteC600 } from "./zte-c600.ts";

export const OLT_MODELS: readonly OltModel[] = [
  huawei,
  zteC300,
  zteC600,
  vsolEpon,
  bdcomEpon,
  bdcomGpon,
  cdataGpon,
  cdataEpon,
  cdataEponByCard,
  fiberhome,
  ufiber,
  huaweiEpon,
  cdataFd11,
];

/** @throws Error when there is no such model. */
export function oltModel(name: string): OltModel {
  const found = OLT_MODELS.find((model) => model.name === name);
  if (!found)
    throw new Error(`no model "${name}"; there are ${OLT_MODELS.map((model) => model.name).join(", ")}`);
  return found;
}
