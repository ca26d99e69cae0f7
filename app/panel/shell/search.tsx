import { href, useNavigate, useSubmit } from "react-router";
import { search as words } from "../../copy/panel/search.ts";
import { SETTING_WORDS, TEXT_SETTINGS } from "../../copy/panel/setting-words.ts";
import type { SettingKey } from "../../features/settings/rules.ts";
import { SETTING_LABELS } from "../../features/settings/rules.ts";
import { settingPath } from "../../features/settings/subjects.ts";
import { hasRight, type Role } from "../../features/staff/rights.ts";
import { rightOf } from "../../features/staff/route-rights.ts";
import { type Command, CommandPalette } from "../../ui/panel/command-palette.tsx";
import { TABS } from "./tabs.tsx";

/** A command with its panel path, if any. Some roles can't open the path. */
type Aimed = Command & { address?: string };

export function PanelSearch({ role }: { role: Role }) {
  const navigate = useNavigate();
  const submit = useSubmit();
  const { actions } = words;
  const to = (label: string, address: string): Aimed => ({ label, address, run: () => navigate(address) });
  const isOpen = ({ address }: Aimed) =>
    !address || hasRight(role, rightOf(new URL(address, "http://site").pathname));
  const toSetting = (label: string, place: string) => to(label, settingPath(place));
  const download = (label: string, address: string): Aimed => ({ label, address, run: () => save(address) });
  const commands: Aimed[] = [
    to(actions.editPage, href("/admin-control-panel-seoprozone/edit-page")),
    to(actions.addPage, `${href("/admin-control-panel-seoprozone/pages/added")}?start=1`),
    to(actions.addPost, `${href("/admin-control-panel-seoprozone/blog")}?add=1`),
    to(actions.addCaseStudy, `${href("/admin-control-panel-seoprozone/case-studies")}?add=1`),
    to(actions.addIndustry, `${href("/admin-control-panel-seoprozone/industries")}?add=1`),
    to(actions.addContent, `${href("/admin-control-panel-seoprozone/content")}?add=new`),
    to(actions.addRedirect, `${href("/admin-control-panel-seoprozone/redirects")}?add=1`),
    to(actions.findReplace, href("/admin-control-panel-seoprozone/content/replace")),
    to(actions.newEnquiries, `${href("/admin-control-panel-seoprozone/enquiries")}?status=new`),
    to(actions.draftPosts, `${href("/admin-control-panel-seoprozone/blog")}?status=draft`),
    to(actions.subscribers, href("/admin-control-panel-seoprozone/enquiries/subscribers")),
    to(actions.sources, href("/admin-control-panel-seoprozone/enquiries/sources")),
    to(actions.missing, `${href("/admin-control-panel-seoprozone/redirects")}?view=missing`),
    to(actions.deleted, href("/admin-control-panel-seoprozone/deleted")),
    download(actions.exportEnquiries, href("/admin-control-panel-seoprozone/enquiries.csv")),
    download(actions.exportSubscribers, href("/admin-control-panel-seoprozone/subscribers.csv")),
    download(actions.exportRedirects, href("/admin-control-panel-seoprozone/redirects.csv")),
    toSetting(actions.general, "general"),
    toSetting(actions.timeZone, "time_zone"),
    toSetting(actions.mail, "mail"),
    toSetting(actions.tracking, "tracking"),
    toSetting(actions.social, "social"),
    toSetting(actions.keepEnquiries, "keep_enquiries_months"),
    toSetting(actions.password, "password"),
    toSetting(actions.sessions, "sessions"),
    toSetting(actions.securityLog, "security-log"),
    ...TABS.map((tab) => ({ ...to(actions.goTo(tab.label), tab.to), words: tab.hint })),
    { label: actions.viewSite, run: () => void window.open("/", "_blank", "noopener") },
    {
      label: actions.logout,
      run: () =>
        submit({ intent: "logout" }, { method: "post", action: href("/admin-control-panel-seoprozone") }),
    },
  ];
  const settings: Aimed[] = [
    ...(Object.entries(SETTING_LABELS) as [SettingKey, string][]).map(([key, label]) => ({
      ...toSetting(label, key),
      words: SETTING_WORDS[key],
    })),
    ...TEXT_SETTINGS.map(({ label, words, text }) => ({
      ...to(label, `${href("/admin-control-panel-seoprozone/content")}?edit=${encodeURIComponent(text)}`),
      words,
    })),
  ];
  return (
    <CommandPalette
      words={words}
      commands={commands.filter(isOpen)}
      settings={settings.filter(isOpen)}
      findAt={href("/admin-control-panel-seoprozone/search")}
      onFound={({ to }) => navigate(to)}
    />
  );
}

/** Downloads like a link, because navigating would lose unsaved input. */
function save(address: string) {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
