// Plans: a new limit counts for the providers that have the plan from this moment on.
import { saasPackageVerbs } from "../../shared/saas/index.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { followSubscriptions } from "./limits.ts";

export const packageOperations = crudOperations(saasPackageVerbs, {
  update: {
    after: (ctx, { id }) =>
      followSubscriptions(
        ctx.tx,
        ctx.tx`select tenant from tenant_subscriptions where package = ${id} and status in ('TRIAL', 'ACTIVE')`,
      ),
  },
});
