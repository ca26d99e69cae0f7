import { readSettings } from "../features/settings/queries.server.ts";
import { configContext, visitorDb } from "../platform/http/context.server.ts";
import type { Route } from "./+types/security-txt";

const VALID_MONTHS = 6;

/** `GET /.well-known/security.txt` (RFC 9116): where to report a vulnerability. 404 until the owner sets a contact. */
export async function loader({ context }: Route.LoaderArgs) {
  const { security_contact: contact } = await readSettings(context.get(visitorDb));
  if (!contact) return new Response(null, { status: 404 });
  const { siteUrl } = context.get(configContext);
  const now = new Date();
  const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + VALID_MONTHS, 1));
  const lines = [
    `Contact: ${contact.includes("@") && !contact.startsWith("https:") ? `mailto:${contact}` : contact}`,
    `Expires: ${until.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ];
  // The file's expiry date changes every month, so the server's cached copy expires when the month ends.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toUTCString();
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "public, max-age=3600",
    Expires: expires,
  };
  return new Response(`${lines.join("\n")}\n`, { headers });
}
