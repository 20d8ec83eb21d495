// A certificate that signs itself, for a simulator that has to sign as Amazon SNS does.
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const utcTime = (text: string) => der(0x17, Buffer.from(text));

/** sha256WithRSAEncryption (RFC 4055), with its NULL. */
const ALGORITHM = sequence(Buffer.from("06092a864886f70d01010b", "hex"), Buffer.from("0500", "hex"));
/** commonName (RFC 5280). */
const COMMON_NAME = Buffer.from("0603550403", "hex");

/** A new RSA key, and its certificate in PEM (X.509 v1, RFC 5280) for a name, valid from 2020 to 2049. */
export function selfSignedCertificate(name: string): { certificate: string; key: KeyObject } {
  const { publicKey, privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const called = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const valid = sequence(utcTime("200101000000Z"), utcTime("491231235959Z"));
  const serial = der(0x02, Buffer.from([1]));
  const told = sequence(
    serial,
    ALGORITHM,
    called,
    valid,
    called,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("RSA-SHA256", told, key));
  const base64 = sequence(told, ALGORITHM, signature).toString("base64");
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key,
  };
}
