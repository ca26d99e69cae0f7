import { expect, test } from "vitest";
import { type FirstFacts, firstStepsOf } from "./steps.ts";

const own: FirstFacts = {
  settings: {
    site_title: "Lovelace SEO",
    contact_email: "ada@lovelace.test",
    phone_number: "+1 212 736 3100",
    youtube_url: "https://youtube.com/@lovelace",
  },
  logo: "/media/logo.svg",
  addresses: [{ edit: "footer:contact:address_lines", text: "1 Real Road, Albany" }],
  leader: "Ada Lovelace",
  members: ["Bob"],
  builtInLegal: [],
  hasMailServer: true,
  hasSamples: false,
  ticked: [],
};
const openOf = (facts: Partial<FirstFacts>) =>
  firstStepsOf({ ...own, ...facts }).filter(({ isDone }) => !isDone);
const withSettings = (settings: FirstFacts["settings"]) =>
  openOf({ settings: { ...own.settings, ...settings } }).map(({ id }) => id);

test("a site without any sample has no step left", () => {
  expect(openOf({})).toEqual([]);
});

test("what the samples brought is not done, however it is written", () => {
  expect(withSettings({ contact_email: " Hello@Example.com" })).toEqual(["email"]);
  expect(withSettings({ phone_number: "(212) 555-0142" })).toEqual(["phone"]);
  expect(withSettings({ phone_number: "+1 212 555 0142" })).toEqual(["phone"]);
  expect(withSettings({ phone_number: "+1 212 555 2142" })).toEqual([]);
  expect(withSettings({ site_title: "SEO Pro Zone" })).toEqual(["name"]);
  expect(withSettings({ linkedin_url: "https://www.example.com/in/ada" })).toEqual(["social"]);
  expect(withSettings({ linkedin_url: "https://counterexample.com/in/ada" })).toEqual([]);
});

test("what is not set is not done; profiles and a logo are only for those who have them", () => {
  const open = openOf({ settings: {}, logo: "/mark.svg" });
  expect(open.map(({ id, isOptional }) => [id, isOptional])).toEqual([
    ["email", false],
    ["phone", false],
    ["name", false],
    ["social", true],
    ["logo", true],
  ]);
});

test("one invented person left on the team is one too many", () => {
  const [step] = openOf({ members: ["Bob", "Priya Lindqvist"] });
  expect(step).toMatchObject({ id: "team", place: { text: "team:members:items" } });
  expect(step?.text).toContain("one invented person");
});

test("what only the owner can tell is ticked off by hand, such as a business that is called like the sample; the rest is not", () => {
  const facts = { settings: { ...own.settings, site_title: "SEO Pro Zone" }, hasMailServer: false };
  const steps = firstStepsOf({ ...own, ...facts, ticked: ["name", "mailServer", "phone"] });
  expect(steps.filter(({ isTicked }) => isTicked).map(({ id }) => id)).toEqual(["name"]);
  expect(steps.find(({ id }) => id === "name")).toMatchObject({ isDone: true, text: "" });
  expect(steps.filter(({ isDone }) => !isDone).map(({ id }) => id)).toEqual(["mailServer"]);
});
