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
  Newspaper,
  Settings,
  TextCursorInput,
} from "lucide-react";
import { href, useLocation } from "react-router";
import { tabGroups, tabHints } from "../../copy/panel/tabs.ts";
import { hasRight, type Role } from "../../features/staff/rights.ts";
import { ROUTE_RIGHTS } from "../../features/staff/route-rights.ts";
import { TabLinks } from "../../ui/panel/tabs.tsx";

/** Group headings, by the first tab of each group. */
const GROUPS: Record<string, string | undefined> = {
  enquiries: tabGroups.leads,
  redirects: tabGroups.site,
  changes: tabGroups.publishing,
};

/** The spec's seven tabs in order (SPEC 2), then all others. */
export const TABS = (
  [
    ["dashboard", "Dashboard", LayoutDashboard],
    ["pages", "Pages", Files],
    ["content", "Content", TextCursorInput],
    ["case-studies", "Cases", BriefcaseBusiness],
    ["industries", "Industries", Factory],
    ["blog", "Blog", Newspaper],
    ["settings", "Settings", Settings],
    ["enquiries", "Enquiries", Inbox],
    ["redirects", "Redirects", CornerUpRight],
    ["media", "Media", Images],
    ["import", "Import", Import],
    ["changes", "Changes", GitCompareArrows],
    ["activity", "Activity", History],
  ] as const
).map(([id, label, icon]) => ({
  id,
  label,
  icon,
  to: href(`/admin-control-panel-seoprozone/${id}`),
  hint: tabHints[id],
  group: GROUPS[id],
}));

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
  const own = TABS.filter(({ id }) => hasRight(role, ROUTE_RIGHTS[id]));
  const tabs = own.map((tab) => (badges[tab.id]?.count ? { ...tab, badge: badges[tab.id] } : tab));
  return (
    <nav className="anav" aria-label="Control panel">
      <TabLinks label="Control panel" tabs={tabs} current={useCurrentTab()} panelId="panel" />
    </nav>
  );
}
