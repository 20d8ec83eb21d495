// How the agent is told to reach a simulated OLT.
import type { OltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { OltAccess } from "../../../shared/network/olt/olt-wire.ts";

export function accessToOlt(
  olt: Pick<OltSimulator, "host" | "port" | "community" | "write_community">,
  changes: Partial<OltAccess> = {},
): OltAccess {
  return {
    id: newId(),
    name: "Head end",
    vendor: "GENERIC",
    host: olt.host,
    snmp_port: olt.port,
    snmp_version: "2c",
    community: olt.community,
    write_community: olt.write_community,
    security_name: null,
    security_level: null,
    auth_protocol: null,
    auth_password: null,
    priv_protocol: null,
    priv_password: null,
    ...changes,
  };
}
