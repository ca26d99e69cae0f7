import {
  BriefcaseBusiness,
  CornerUpRight,
  Factory,
  Files,
  GitCompareArrows,
  History,
  Images,
  Import,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Menu,
  Newspaper,
  Settings,
  Shapes,
  TextCursorInput,
  UsersRound,
} from "lucide-react";
import { href, useLocation } from "react-router";
import { KIND_TABS } from "../../copy/panel/record-kinds.ts";
import { allTabs, tabAsides, tabGroups, tabHints } from "../../copy/panel/tabs.ts";
import { hasRight, type Role } from "../../features/staff/rights.ts";
import { ROUTE_RIGHTS } from "../../features/staff/route-rights.ts";
import { MoreLink, MoreMenu } from "../../ui/panel/more-menu.tsx";
import { TabLinks } from "../../ui/panel/tabs.tsx";

/** Group headings, by the first tab of each group. */
const GROUPS: Record<string, string | undefined> = {
  enquiries: tabGroups.leads,
  redirects: tabGroups.site,
  changes: tabGroups.publishing,
};

const OTHER_TABS = (
  [
    ["dashboard", "Dashboard", LayoutDashboard],
    ["pages", "Pages", Files],
    ["content", "Content", TextCursorInput],
    ["settings", "Settings", Settings],
    ["enquiries", "Enquiries", Inbox],
    ["redirects", "Redirects", CornerUpRight],
    ["media", "Media", Images],
    ["import", "Import", Import],
    ["people", "People", UsersRound],
    ["changes", "Changes", GitCompareArrows],
    ["activity", "Activity", History],
  ] as const
).map(([id, label, icon]) => ({ id, label, icon, hint: tabHints[id] }));

const KIND_ICONS: Record<string, LucideIcon> = {
  "case-studies": BriefcaseBusiness,
  industries: Factory,
  blog: Newspaper,
};
const kindTabs = KIND_TABS.filter(({ id }) => !id.includes("/")).map(({ id, label, hint }) => ({
  id,
  label,
  hint,
  icon: KIND_ICONS[id] ?? Shapes,
}));

/** SPEC 2's order; other kinds' tabs follow its last one. */
const SPEC_ORDER = ["dashboard", "pages", "content", "case-studies", "industries", "blog", "settings"];
const placeOf = ({ id }: { id: string }) => {
  const place = SPEC_ORDER.indexOf(id);
  if (place >= 0) return place;
  return SPEC_ORDER.length + (kindTabs.some((tab) => tab.id === id) ? 0 : 1);
};

/** The spec's seven tabs in order, then all others. */
export const TABS = [...OTHER_TABS, ...kindTabs]
  .toSorted((one, other) => placeOf(one) - placeOf(other))
  .map((tab) => ({
    ...tab,
    route: tab.id === "settings" ? (`${tab.id}/:subject?` as const) : tab.id,
    group: GROUPS[tab.id],
    aside: tabAsides[tab.id],
    isMain: tab.id === "enquiries",
  }))
  .map((tab) => ({ ...tab, to: href(`/admin-control-panel-seoprozone/${tab.route}`) }));

export function useCurrentTab(): string | undefined {
  const { pathname } = useLocation();
  return TABS.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.id;
}

/**
 * @param fresh number of new enquiries
 * @param waiting number of records with pending changes
 */
export function PanelTabs({ role, fresh, waiting }: { role: Role; fresh: number; waiting: number }) {
  const badges: Record<string, { count: number; of: string }> = {
    enquiries: { count: fresh, of: "new" },
    changes: { count: waiting, of: "waiting" },
  };
  const own = TABS.filter(({ route }) => hasRight(role, ROUTE_RIGHTS[route]));
  const tabs = own.map((tab) => (badges[tab.id]?.count ? { ...tab, badge: badges[tab.id] } : tab));
  return (
    <nav className="anav" aria-label="Control panel">
      <MoreMenu label={allTabs} title={allTabs} icon={Menu}>
        {own.map(({ id, icon, to, label }) => (
          <MoreLink key={id} icon={icon} to={to}>
            {label}
          </MoreLink>
        ))}
      </MoreMenu>
      <TabLinks label="Control panel" tabs={tabs} current={useCurrentTab()} panelId="panel" />
    </nav>
  );
}
