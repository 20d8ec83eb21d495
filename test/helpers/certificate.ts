// Certificates for the tests, made by the machine's openssl.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Whether this machine can make one at all. */
export const canMakeCertificates = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Writes a self-signed certificate, for localhost unless `valid_for` says otherwise, and its key into `folder`, over those that are there. */
export function makeCertificate(
  folder: string,
  name = "localhost",
  valid_for = "DNS:localhost,IP:127.0.0.1",
): { cert: string; key: string } {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=${valid_for}`];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const made = execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", "-", "-out", "-"], {
    stdio: ["ignore", "pipe", "ignore"],
  }).toString();
  const at = made.indexOf("-----BEGIN CERTIFICATE-----");
  writeFileSync(key, made.slice(0, at));
  writeFileSync(cert, made.slice(at));
  return { cert, key };
}
