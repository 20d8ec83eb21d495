// What a change of package comes to, as whoever is to agree is shown it; and its preview (contract C3).
import { changePackage, changePreviewAnswer, changePreviewInput } from "../../../shared/billing/index.ts";
import {
  type ChangeFigures,
  describeChange,
  planChange,
} from "../../../shared/billing/service/change.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { withDecimals } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { route } from "../../kernel/area.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { type ReadChange, readChange } from "./read-change.ts";

/** How far ahead an order may be; a preview looks ten years. */
export const ORDER_DAYS = 366;
const PREVIEW_DAYS = 3_653;

type Asked = Pick<InputOf<typeof changePackage>, "when" | "effective_date" | "settle">;

/** @throws Failure SAME_PACKAGE, VALIDATION. */
export const figuresOf = (
  { snapshot }: ReadChange,
  { when, effective_date, settle }: Asked,
  furthest: number,
): ChangeFigures =>
  planChange(snapshot, {
    when: when ?? null,
    effective_date: effective_date ?? null,
    settle: settle ?? null,
    furthest,
  });

/** What is shown to whoever is to agree. */
export const describe = (ctx: OperationContext, read: ReadChange, figures: ChangeFigures): Row => ({
  customer: read.locked.customer.id,
  ...withDecimals(describeChange(read.snapshot, figures), ctx.tenant.digits),
});

export const changePreviewRoute = route({
  method: "POST",
  path: "/customers/{id}/change-package/preview/",
  operation_id: "previewPackageChange",
  summary: "What a change of package would settle and cost, both ways",
  area: "billing",
  permission: changePackage.permission,
  body: changePreviewInput,
  output: changePreviewAnswer,
  failures: changePackage.failures,
  async handler({ services, principal, call, params, body }) {
    const { id = "" } = params;
    if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
    const tenant = tenantOf(principal);
    return runAsSystem(services, tenant, call, async (ctx) => {
      const read = await readChange(ctx, id, body.package, body.offer);
      return describe(ctx, read, figuresOf(read, body, PREVIEW_DAYS));
    });
  },
});
