// Valid forms of public pages and panel tabs, for tests that corrupt them.
import { draftName } from "../../app/features/changes/record-key.server.ts";
import { PANEL } from "./owner.ts";

export type SentForm = { path: string; fields: Record<string, string> };

const contact = {
  name: "Ada",
  email: "ada@example.com",
  phone: "212 555 0101",
  website: "ada.example",
  message: "Hello",
  services: "Local SEO",
  idempotencyKey: "x",
  stamp: "x",
  landing: "/?utm_source=x",
  referrer: "https://example.com/",
};
const record = (id: string) => ({ id, version: "1", opened: "{}", autosave: id, switches: "published" });
const text = { page_name: "home", section_name: "hero", content_key: "title", content_value: "A title" };

/**
 * Returns the forms.
 * @param id the ID of an existing record
 */
export function validForms(id: string): SentForm[] {
  const post = { title: "A post", slug: "a-post", content: "<p>Text</p>", category: "News", published: "on" };
  const study = { title: "A case", client: "Ada", industry_id: id, results: "{}", challenge: "<p>x</p>" };
  const drafts = draftName({ kind: "blog-posts", id });
  const removed = { enquiries: [{ id, name: "Ada" }], notes: [], mails: [] };
  const publicForms: SentForm[] = [
    { path: "/contact", fields: { formName: "contact", ...contact } },
    { path: "/services/local-seo", fields: { formName: "service", ...contact } },
    { path: "/?index", fields: { formName: "audit", goals: "More calls", ...contact } },
    {
      path: "/?index",
      fields: { formName: "hero", firstName: "Ada", lastName: "B", service: "SEO", ...contact },
    },
    { path: "/blog", fields: { formName: "newsletter", email: "ada@example.com", stamp: "x" } },
    { path: "/api/send-contact-email", fields: { formType: "contact", ...contact } },
    { path: PANEL, fields: { intent: "login", password: "" } },
  ];
  const tabs: [tab: string, fields: Record<string, string>][] = [
    ["blog", { intent: "add", ...post }],
    ["blog", { intent: "update", ...record(id), ...post }],
    ["blog", { intent: "delete", id }],
    ["undo", { operation: id, redo: "on" }],
    ["pages/added", { intent: "add", title: "A page", sections: '[{"type":"text"}]', published: "on" }],
    ["pages/added", { intent: "add-many", template: id, csv: "city\nBrooklyn" }],
    ["case-studies", { intent: "add", ...study }],
    ["case-studies", { intent: "update", ...record(id), ...study }],
    ["industries", { intent: "add", name: "Shops", description: "" }],
    ["industries", { intent: "update", ...record(id), name: "Shops" }],
    ["industries", { intent: "delete", id }],
    ["content", { intent: "add", content_type: "text", ...text }],
    ["content", { intent: "update", content_type: "text", ...record(id), ...text }],
    ["content", { intent: "delete", id }],
    ["pages", { intent: "seo", name: "home", version: "0", meta_title: "Home", is_indexable: "on" }],
    ["settings", { intent: "save", site_title: "A site", phone_number: "1", id: "general", version: "7" }],
    ["settings", { intent: "save", time_zone: "Europe/Berlin", contact_email: "ada@example.com" }],
    [
      "settings",
      { intent: "save", google_analytics_id: "G-1234", google_analytics_code: "<script>1</script>" },
    ],
    ["settings", { intent: "save", site_title: "", remove: "site_title facebook_url" }],
    ["settings", { intent: "remove", key: "site_title" }],
    ["settings", { intent: "end-session", session: "x" }],
    ["redirects", { intent: "add", from_path: "/old", to_path: "/about", answer: "301" }],
    ["redirects", { intent: "import", file: "/a,/b" }],
    ["redirects", { intent: "clear", path: "/a" }],
    ["enquiries", { intent: "change", ids: id, status: "won" }],
    ["enquiries", { intent: "add-note", id, note: "Called" }],
    ["enquiries", { intent: "reply", id, message: "Hello", follow_up_on: "2027-01-04" }],
    ["enquiries", { intent: "add-answer", id, answer: "Yes" }],
    ["enquiries", { intent: "restore", removed: JSON.stringify(removed) }],
    ["enquiries", { intent: "restore-note", removed: JSON.stringify([{ id, note: "x" }]) }],
    ["enquiries", { intent: "delete", ids: id }],
    [
      "enquiries/subscribers",
      { intent: "restore", removed: JSON.stringify({ subscribers: [{ id }], mails: [] }) },
    ],
    ["enquiries/person", { email: "ada@example.com" }],
    ["deleted", { intent: "restore", kind: "industries", id }],
    ["dashboard", { intent: "remove-samples" }],
    ["autosaves", { intent: "autosave", autosave: id, kind: "blog-post", id, version: "1", title: "A" }],
    ["autosaves", { intent: "forget", autosave: id }],
    ["blog", { intent: "add", draft: "on", ...post }],
    ["blog", { intent: "update", draft: "on", draft_version: "1", ...record(id), ...post }],
    ["redirects", { intent: "add", draft: "on", from_path: "/kept", to_path: "/about", is_on: "true" }],
    ["changes", { intent: "publish", drafts }],
    ["changes", { intent: "schedule", drafts, at: "2999-01-01T09:00", until: "2999-02-01T09:00" }],
    ["changes", { intent: "unschedule", drafts }],
    ["changes", { intent: "share", drafts }],
    ["changes", { intent: "resolve", drafts, field: "title", keeps: "draft", live: "" }],
    ["changes", { intent: "keep-live", set: id }],
    ["changes", { intent: "end", id }],
    ["changes", { intent: "drop", drafts }],
    ["changes", { intent: "restore", id }],
    ["preview", { kind: "blog-posts", record: id, ...post }],
    ["preview", { kind: "settings", record: "general", site_title: "A site" }],
    ["media", { intent: "update", id: "a2b3c4d5e6f7", version: "1", name: "A", alt: "B", draft: "on" }],
    [
      "media",
      { intent: "crop", id: "a2b3c4d5e6f7", rotate: "90", left: "0", top: "0", width: "0.5", height: "1" },
    ],
    ["pages/check", { intent: "leave", kind: "title-missing", about: "x", path: "/" }],
  ];
  return [...publicForms, ...tabs.map(([tab, fields]) => ({ path: `${PANEL}/${tab}`, fields }))];
}
