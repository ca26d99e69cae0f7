import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { addressLinesOf, type Facts } from "./facts.ts";
import { website_content } from "./table.server.ts";

/**
 * The facts that texts name in braces: name, phone and e-mail from the settings, the address from the footer's lines.
 * @returns `address` in one line, `lines` as the footer shows it
 */
export async function readFacts(db: Database): Promise<Facts & { lines: readonly string[] }> {
  const at = (page: string, section: string, key: string) =>
    and(
      eq(website_content.page_name, page),
      eq(website_content.section_name, section),
      eq(website_content.content_key, key),
    );
  const [settings, rows] = await Promise.all([
    readSettings(db),
    db
      .select()
      .from(website_content)
      .where(
        and(
          inArray(website_content.page_name, ["footer", "contact"]),
          or(at("footer", "contact", "address_lines"), at("contact", "cards", "address")),
          isNull(website_content.deleted_at),
        ),
      ),
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
