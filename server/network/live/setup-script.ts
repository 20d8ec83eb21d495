// GET /routers/{id}/setup-script/: RouterOS commands that set the router up for the product.
import { randomBytes } from "node:crypto";
import { Failure } from "../../../shared/kernel/failure.ts";
import { type SetupTarget, setupScript } from "../../../shared/network/live/setup-script.rules.ts";
import { type Route, route } from "../../kernel/area.ts";
import { inTenant } from "../../kernel/db/db.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";

export const setupScriptRoute: Route = route({
  method: "GET",
  path: "/routers/{id}/setup-script/",
  summary: "Commands for the router's terminal that give the product a user of least rights",
  area: "network",
  permission: "network.router.update",
  operation_id: "getRouterSetupScript",
  produces: "text/plain",
  failures: ["NOT_FOUND"],
  async handler({ services, call, params }) {
    const tenant = tenantOf(call.principal);
    const [target] = await inTenant(
      services.db,
      tenant,
      (tx) => tx<Omit<SetupTarget, "password">[]>`
        select username, api_port, use_tls, agent_address, mode from routers
        where tenant_id = ${tenant.id} and id = ${params.id ?? ""}`,
    );
    if (!target) throw new Failure("NOT_FOUND");
    const password = randomBytes(18).toString("base64url");
    return setupScript({ ...target, password });
  },
});
