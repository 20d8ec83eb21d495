// How the agent is told to reach a scripted device.

import { type OpenSnmpOptions, openSnmp, type SnmpSession } from "../../../../main/network/snmp/session.ts";
import type { OltAccess } from "../../../../shared/network/olt/olt-wire.ts";

export function oltAccess(port: number, changes: Partial<OltAccess> = {}): OltAccess {
  return {
    id: "0197c000-0000-7000-8000-000000000001",
    name: "OLT of a test",
    vendor: "GENERIC",
    host: "127.0.0.1",
    snmp_port: port,
    snmp_version: "2c",
    community: "public",
    write_community: "private",
    security_name: null,
    security_level: null,
    auth_protocol: null,
    auth_password: null,
    priv_protocol: null,
    priv_password: null,
    ...changes,
  };
}

/** A session to a scripted device, impatient enough for a test. */
export function openTo(port: number, options: Partial<OpenSnmpOptions> = {}): SnmpSession {
  return openSnmp(oltAccess(port), { address: "127.0.0.1", role: "read", timeout_ms: 100, ...options });
}

export const soon = (milliseconds: number): number => performance.now() + milliseconds;
