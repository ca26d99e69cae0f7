import {
  BriefcaseBusiness,
  CornerUpRight,
  Factory,
  Files,
  GitCompareArrows,
  History,
  Images,
  Inbox,
  LayoutDashboard,
  Newspaper,
  Settings,
  TextCursorInput,
} from "lucide-react";
import { href, useLocation } from "react-router";
import { TabLinks } from "../../ui/panel/tabs.tsx";

/** The seven tabs of SPEC 2, in its order, then those for what comes in and for what was done. */
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
    ["changes", "Changes", GitCompareArrows],
    ["activity", "Activity", History],
  ] as const
).map(([id, label, icon]) => ({
  id,
  label,
  icon,
  to: href(`/admin-control-panel-seoprozone/${id}`),
  isApart: id === "enquiries",
}));

/** The id of the tab that the address belongs to. */
export function useCurrentTab(): string | undefined {
  const { pathname } = useLocation();
  return TABS.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.id;
}

/**
 * @param fresh how many enquiries are new; the tab says so
 * @param waiting how many records have changes that wait to be published; the tab says so
 */
export function PanelTabs({ fresh, waiting }: { fresh: number; waiting: number }) {
  const badges: Record<string, { count: number; of: string }> = {
    enquiries: { count: fresh, of: "new" },
    changes: { count: waiting, of: "waiting" },
  };
  const tabs = TABS.map((tab) => (badges[tab.id]?.count ? { ...tab, badge: badges[tab.id] } : tab));
  return (
    <nav className="anav" aria-label="Control panel">
      <TabLinks label="Control panel" tabs={tabs} current={useCurrentTab()} panelId="panel" />
    </nav>
  );
}
