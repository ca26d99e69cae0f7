import { expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { elementsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, ...site } = await openPanelSite({ SEED: "demo" });

const readList = async () => elementsOf(await site.read(`${PANEL}/dashboard`), "details", "steps")[0] ?? "";
const readSteps = async () => {
  const lines = (await readList()).match(/<li[\s\S]*?<\/li>/g) ?? [];
  const steps = lines.map((line) => {
    const [, title = ""] = /<\/span>([^<]+)/.exec(line) ?? [];
    return [title, line.includes(">Done") ? "Done" : "To do"];
  });
  return Object.fromEntries(steps) as Record<string, string>;
};
const write = (page: string, section: string, key: string, value: string, type = "text") =>
  query(
    `insert into website_content (page_name, section_name, content_key, content_value, content_type) values ($1, $2, $3, $4, $5)`,
    [page, section, key, value, type],
  );

test("each checklist item links to the right field", async () => {
  const list = await readList();
  expect(wordsOf(list)).toMatch(/^Launch 2 of 16 done /);
  expect(wordsOf(list)).toContain("email sent there reaches no one");
  expect(wordsOf(list)).toContain("9 sample people");
  expect(wordsOf(list)).toContain("still link to example.com");
  expect(list).not.toMatch(/^<details[^>]* open/);
  const [shortcuts = ""] = elementsOf(await site.read(`${PANEL}/dashboard`), "div", "launch__next");
  expect(wordsOf(shortcuts)).toBe("Remove sample content Next: Your email address");
  expect(shortcuts).toContain(`href="${PANEL}/settings#contact_email"`);
  const ways = [...list.matchAll(/href="([^"]+)"/g)].map(([, way]) => way!);
  expect(ways).toEqual([
    `${PANEL}/settings#contact_email`,
    `${PANEL}/settings#phone_number`,
    `${PANEL}/content?edit=footer%3Acontact%3Aaddress_lines`,
    `${PANEL}/settings#site_title`,
    `${PANEL}/settings/email#mail`,
    `${PANEL}/settings#facebook_url`,
    `${PANEL}/settings/brand#logo`,
    `${PANEL}/pages?name=team&amp;sort=place`,
    `${PANEL}/content?edit=privacy%3Acontent%3Ahtml`,
    `${PANEL}/content?edit=team%3Aleadership%3Aimage`,
  ]);
  // Only the message to the developer names variables.
  const [message = ""] = elementsOf(list, "textarea", "readOnly");
  expect(message).toContain("SITE_URL: ");
  expect(message).toContain("BACKUP_DIR: ");
  expect(list.replace(message, "")).not.toMatch(/SITE_URL|BACKUP_DIR/);
  const settings = await site.read(`${PANEL}/settings`);
  for (const field of ["contact_email", "phone_number", "site_title", "facebook_url"])
    expect(settings).toContain(`name="${field}"`);
  // The form opens only with JavaScript, so check its data instead.
  for (const way of ways.filter((one) => one.includes("?edit=")))
    expect(await site.read(way.replace("?", ".data?"))).toContain('"opened"');
});

test("items that only the owner can judge are marked by hand, and can be reopened", async () => {
  const [name, phone] = ["Your business name", "Your phone number"];
  for (const step of ["name", "phone"])
    expect((await site.save("dashboard", { intent: "tick-step", step })).status).toBe(200);
  expect(await readSteps()).toMatchObject({ [name]: "Done", [phone]: "Done" });
  await site.save("dashboard", { intent: "untick-step", step: "name" });
  expect(await readSteps()).toMatchObject({ [name]: "To do", [phone]: "Done" });
  await site.save("dashboard", { intent: "untick-step", step: "phone" });
  expect((await readSteps())[phone]).toBe("To do");
  for (const step of ["nothing", "email"])
    expect((await request(`${PANEL}/dashboard`, { intent: "tick-step", step })).status).toBe(400);
});

test("one click shows the articles' own dates, and can be undone", async () => {
  const step = "Articles show today’s date";
  const shown = async () => /"datePublished"/.test(await site.read("/blog/how-much-should-seo-cost-in-2026"));
  expect((await readSteps())[step]).toBe("To do");
  const reply = await site.save("dashboard", { intent: "show-publication-dates" });
  expect((await readSteps())[step]).toBe("Done");
  await expect.poll(shown).toBe(true);
  await site.undo(reply);
  expect((await readSteps())[step]).toBe("To do");
  await site.save("dashboard", { intent: "show-publication-dates" });
});

test("removing the sample content completes only its own item", async () => {
  await site.save("dashboard", { intent: "remove-samples" });
  const steps = await readSteps();
  expect(steps["Sample content"]).toBe("Done");
  // The test site's configuration completes the first two.
  expect(Object.keys(steps).filter((title) => steps[title] === "Done")).toEqual([
    ...["Sample content", "Articles show today’s date", "A long password", "Search engines"],
  ]);
});

test("an item is done once its data is stored", async () => {
  await site.save("settings", {
    intent: "save",
    contact_email: "ada@lovelace.test",
    phone_number: "+1 212 736 3100",
    site_title: "Lovelace SEO",
    facebook_url: "https://facebook.com/lovelace",
  });
  const steps = await readSteps();
  expect(steps["Your email address"]).toBe("Done");
  expect(steps["Your phone number"]).toBe("Done");
  expect(steps["Your business name"]).toBe("Done");
  // Three other profiles still link to example.com.
  expect(steps["Your social media"]).toBe("To do");
  expect(await readList()).toContain(`${PANEL}/settings#instagram_url`);

  await query("delete from website_settings where setting_value like '%example.com%'");
  await write("footer", "contact", "address_lines", '["1 Real Road"]', "json");
  expect((await readSteps())["Your postal address"]).toBe("Done");
  await write("team", "leadership", "name", "Ada Lovelace");
  expect(wordsOf(await readList())).toContain("8 sample people");
  await write("team", "members", "items", '[{"name":"Bob","position":"SEO","expertise":["Links"]}]', "json");
  await write("privacy", "content", "html", "<p>Ours</p>", "html");
  expect(wordsOf(await readList())).toContain("Terms of Service: still the built-in text");
  await write("terms", "content", "html", "<p>Ours too</p>", "html");
  const left = await readSteps();
  expect(Object.keys(left).filter((title) => left[title] === "To do")).toEqual([
    ...["Email notifications", "Your logo", "Photos of your team", "Public URL", "Off-site backup"],
  ]);
});
