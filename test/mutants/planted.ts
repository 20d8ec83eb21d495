// The mistakes that `npm run test:mutants` plants one at a time, over all layers and areas.
import type { Mutant } from "./mutant.ts";
import { MAIN } from "./planted/main.ts";
import { RENDERER } from "./planted/renderer.ts";
import { SERVER } from "./planted/server.ts";
import { SERVER_KERNEL } from "./planted/server-kernel.ts";
import { SHARED } from "./planted/shared.ts";

export const PLANTED: readonly Mutant[] = [...SHARED, ...SERVER, ...SERVER_KERNEL, ...MAIN, ...RENDERER];
