// A software passkey (WebAuthn, ES256) whose responses can be forged.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest();
const encode = (data: Buffer | string) => Buffer.from(data).toString("base64url");

/** The parts of a response that tests can forge. */
type Forged = {
  origin?: string;
  host?: string;
  isVerified?: boolean;
  counter?: number;
  type?: string;
  /** the attestation format, four letters */
  format?: string;
};

/** Creates a passkey for the site at an origin. */
export function makePasskey(siteOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const coordinate = (value: string) => [Buffer.from([0x58, 0x20]), Buffer.from(value, "base64url")];
  // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...coordinate(x),
    Buffer.from([0x22]),
    ...coordinate(y),
  ]);
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, forged: Forged) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forged.counter ?? 0);
    const verified = (forged.isVerified ?? true) ? USER_VERIFIED : 0;
    const host = forged.host ?? new URL(siteOrigin).hostname;
    return Buffer.concat([hash(host), Buffer.from([USER_PRESENT | verified | flags]), counter]);
  };
  const answer = (response: object) =>
    JSON.stringify({
      ...{ id: encode(id), rawId: encode(id), type: "public-key", clientExtensionResults: {} },
      response,
    });
  return {
    /** Returns the response to a registration challenge, as JSON for the form. */
    register(challenge: string, forged: Forged = {}) {
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([
        ...[authenticatorData(HAS_CREDENTIAL, forged), Buffer.alloc(16), length, id, key],
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[
          Buffer.from(`\x63fmt\x64${forged.format ?? "none"}\x67attStmt`),
          Buffer.from([0xa0]),
          Buffer.from("\x68authData"),
        ],
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const client = clientData(forged.type ?? "webauthn.create", challenge, forged.origin ?? siteOrigin);
      return answer({ clientDataJSON: encode(client), attestationObject: encode(attestationObject) });
    },
    /** Returns the response to a sign-in challenge, as JSON for the form. */
    signIn(challenge: string, forged: Forged = {}) {
      const client = clientData(forged.type ?? "webauthn.get", challenge, forged.origin ?? siteOrigin);
      const data = authenticatorData(0, forged);
      const signature = sign("sha256", Buffer.concat([data, hash(client)]), privateKey);
      return answer({
        ...{ clientDataJSON: encode(client), authenticatorData: encode(data), signature: encode(signature) },
      });
    },
  };
}
