// Signs an update feed (docs/updates.md).
//   node scripts/sign-feed.mjs --new-key KEY.pem        creates a private key and prints UPDATE_FEED_KEY
//   node scripts/sign-feed.mjs KEY.pem FEED.json        prints the signed file
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const SIGNED_AS = "update feed 1\n";
const [, , first, second] = process.argv;

if (first === "--new-key" && second) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  writeFileSync(second, privateKey.export({ type: "pkcs8", format: "pem" }), { flag: "wx", mode: 0o600 });
  process.stdout.write(`UPDATE_FEED_KEY=${publicKey.export({ format: "jwk" }).x}\n`);
} else if (first && second) {
  const key = createPrivateKey(readFileSync(first));
  const feed = JSON.stringify(JSON.parse(readFileSync(second, "utf8")));
  const signature = sign(null, Buffer.from(SIGNED_AS + feed), key).toString("base64");
  process.stdout.write(`${JSON.stringify({ feed, signature })}\n`);
  process.stderr.write(`For UPDATE_FEED_KEY=${createPublicKey(key).export({ format: "jwk" }).x}\n`);
} else {
  process.stderr.write("Usage: node scripts/sign-feed.mjs KEY.pem FEED.json, or --new-key KEY.pem\n");
  process.exit(1);
}
