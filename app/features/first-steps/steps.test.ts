import { expect, test } from "vitest";
import { type FirstFacts, firstStepsOf } from "./steps.ts";

const own: FirstFacts = {
  settings: {
    site_title: "Lovelace SEO",
    contact_email: "ada@lovelace.test",
    phone_number: "+1 212 736 3100",
    youtube_url: "https://youtube.com/@lovelace",
    blog_date_display: "published",
  },
  logo: "/media/logo.svg",
  addresses: [{ edit: "footer:contact:address_lines", text: "1 Real Road, Albany" }],
  leader: "Ada Lovelace",
  members: ["Bob"],
  hasPhotos: true,
  builtInLegal: [],
  exampleLegal: [],
  localUrl: null,
  leadsTo: "leads@lovelace.test, ada@lovelace.test",
  passwordChars: null,
  searchEngines: true,
  backups: "elsewhere",
  updatesFrom: null,
  hasMailServer: true,
  samples: "",
  ticked: [],
};
const openOf = (facts: Partial<FirstFacts>) =>
  firstStepsOf({ ...own, ...facts }).filter(({ isDone }) => !isDone);
const withSettings = (settings: FirstFacts["settings"]) =>
  openOf({ settings: { ...own.settings, ...settings } }).map(({ id }) => id);

test("a site without any sample content has no open steps", () => {
  expect(openOf({})).toEqual([]);
});

test("sample values in any format keep their steps open", () => {
  expect(withSettings({ contact_email: " Hello@Example.com" })).toEqual(["email"]);
  expect(withSettings({ phone_number: "(212) 555-0142" })).toEqual(["phone"]);
  expect(withSettings({ phone_number: "+1 212 555 0142" })).toEqual(["phone"]);
  expect(withSettings({ phone_number: "+1 212 555 2142" })).toEqual([]);
  expect(withSettings({ phone_number: "+1 416 555 0199" })).toEqual([]);
  expect(withSettings({ site_title: "SEO Pro Zone" })).toEqual(["name"]);
  expect(withSettings({ site_description: "SEO Pro Zone is an agency." })).toEqual(["name"]);
  expect(withSettings({ linkedin_url: "https://www.example.com/in/ada" })).toEqual(["social"]);
  expect(withSettings({ linkedin_url: "https://counterexample.com/in/ada" })).toEqual([]);
});

test("missing values keep their steps open, but profiles, photos and a logo are optional", () => {
  const open = openOf({ settings: {}, logo: "/mark.svg", hasPhotos: false });
  expect(open.map(({ id, isOptional }) => [id, isOptional])).toEqual([
    ["email", false],
    ["phone", false],
    ["name", false],
    ["social", true],
    ["logo", true],
    ["dates", false],
    ["photos", true],
  ]);
});

test("a single sample person left on the team keeps the step open", () => {
  const [step] = openOf({ members: ["Bob", "Priya Lindqvist"] });
  expect(step).toMatchObject({ id: "team", place: { text: "team:members:items" } });
  expect(step?.text).toContain("one sample person");
  const [withLeader] = openOf({ leader: "Marisol Whitcombe" });
  expect(withLeader).toMatchObject({ id: "team", place: { page: "team" } });
});

test("only steps that the site can't verify can be marked as done", () => {
  const facts = { settings: { ...own.settings, site_title: "SEO Pro Zone" }, hasMailServer: false };
  const steps = firstStepsOf({ ...own, ...facts, ticked: ["name", "notifications", "phone"] });
  expect(steps.filter(({ isTicked }) => isTicked).map(({ id }) => id)).toEqual(["name"]);
  expect(steps.find(({ id }) => id === "name")).toMatchObject({ isDone: true, text: "" });
  expect(steps.filter(({ isDone }) => !isDone).map(({ id }) => id)).toEqual(["notifications"]);
});

test("steps on the server say in the owner's words what's wrong, and tell a developer which variable to set", () => {
  const facts: Partial<FirstFacts> = {
    ...{ localUrl: "http://localhost:3000", leadsTo: "ada@lovelace.test, Leads@Example.com" },
    ...{ passwordChars: 11, searchEngines: false, backups: "beside" },
  };
  const open = openOf(facts);
  expect(open.map(({ id, group, place, button }) => [id, group, place, button])).toEqual(
    ["siteUrl", "notifications", "password", "searchEngines", "backups"].map((id) => [
      id,
      "server",
      null,
      "",
    ]),
  );
  const names = ["SITE_URL", "LEADS_TO", "ADMIN_PASSWORD", "SEARCH_ENGINES", "BACKUP_DIR"];
  for (const [i, { text, developer }] of open.entries()) {
    expect(developer).toContain(names[i]);
    expect(text).not.toMatch(/[A-Z]_[A-Z]/);
  }
  expect(open[0]?.text).toContain("http://localhost:3000");
  const left = openOf({ ...facts, ticked: open.map(({ id }) => id) });
  expect(left.map(({ id }) => id)).toEqual(["siteUrl", "notifications", "password", "searchEngines"]);
  expect(openOf({ backups: "none" }).map(({ id }) => id)).toEqual(["backups"]);
  expect(openOf({ passwordChars: 12 })).toEqual([]);
});

test("email notifications are one step: without a mail server the owner's, then the developer's if LEADS_TO is a sample", () => {
  const notifications = (facts: Partial<FirstFacts>) =>
    firstStepsOf({ ...own, ...facts }).filter(({ id }) => id === "notifications");
  const sample = "leads@example.com";
  expect(notifications({ hasMailServer: false, leadsTo: sample })).toMatchObject([
    { group: "business", isDone: false, place: { setting: "mail" }, developer: "" },
  ]);
  expect(notifications({ leadsTo: sample })).toMatchObject([{ group: "server", isDone: false, place: null }]);
  for (const leadsTo of ["ada@lovelace.test", undefined])
    expect(notifications({ leadsTo })).toMatchObject([{ group: "business", isDone: true, developer: "" }]);
});

test("update notices are offered only if there's a place to ask, and are the owner's choice", () => {
  expect(firstStepsOf(own).map(({ id }) => id)).not.toContain("updates");
  const step = (facts: Partial<FirstFacts>) =>
    firstStepsOf({ ...own, updatesFrom: "updates.agency.com", ...facts }).find(({ id }) => id === "updates");
  expect(step({})).toMatchObject({ group: "server", isDone: false, isOptional: true, tick: "Turn on" });
  expect(step({})?.text).toContain("updates.agency.com");
  expect(step({ ticked: ["updates"] })).toMatchObject({ isDone: true, isTicked: true, untick: "Turn off" });
});

test("the samples and the articles' dates are asked first among the content", () => {
  const open = openOf({
    samples: "2 case studies",
    settings: {},
    builtInLegal: [{ title: "Terms", edit: "terms" }],
  });
  expect(open.filter(({ group }) => group === "content").map(({ id, tick }) => [id, tick])).toEqual([
    ["samples", "Mark as done"],
    ["dates", "Keep today's date"],
    ["legal", "Mark as done"],
  ]);
});

test("example.com on the owner's legal pages keeps the step open", () => {
  const [step] = openOf({ exampleLegal: [{ title: "Terms of Service", edit: "terms:content:html" }] });
  expect(step).toMatchObject({ id: "legal", place: { text: "terms:content:html" } });
  expect(step?.text).toContain("example.com");
});
