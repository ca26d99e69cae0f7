import { or } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { Settings } from "../settings/defaults.ts";
import { readSettings } from "../settings/queries.server.ts";
import { addressLinesOf, type Facts } from "./facts.ts";
import { isAt } from "./queries.server.ts";
import { website_content } from "./table.server.ts";

/**
 * Returns the values for placeholders, from the settings and the stored address.
 * @param reading the settings, if they're already being read
 * @returns the facts, with `address` on one line, and the address's `lines`
 */
export async function readFacts(
  db: Database,
  reading: Promise<Settings> = readSettings(db),
): Promise<Facts & { lines: readonly string[] }> {
  const at = (page_name: string, section_name: string, content_key: string) =>
    isAt({ page_name, section_name, content_key });
  const [settings, rows] = await Promise.all([
    reading,
    db
      .select()
      .from(website_content)
      .where(or(at("footer", "contact", "address_lines"), at("contact", "cards", "address"))),
  ]);
  const lines = addressLinesOf(rows);
  return {
    site: settings.site_title,
    phone: settings.phone_number ?? "",
    email: settings.contact_email ?? "",
    address: lines.join(", "),
    lines,
  };
}
