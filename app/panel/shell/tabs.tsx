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
  type LucideIcon,
  Newspaper,
  Settings,
  TextCursorInput,
} from "lucide-react";
import { href, useLocation } from "react-router";
import { TabLinks } from "../../ui/panel/tabs.tsx";

type Tab = { id: string; label: string; icon: LucideIcon; to?: string; isApart?: boolean };

/** The seven tabs of SPEC 2, in its order, then Enquiries, Redirects and Media; one without an address is not there yet. */
const TABS: Tab[] = [
  {
    id: "dashboard",
    label: "Dashboard",
    icon: LayoutDashboard,
    to: href("/admin-control-panel-seoprozone/dashboard"),
  },
  { id: "pages", label: "Pages", icon: Files, to: href("/admin-control-panel-seoprozone/pages") },
  {
    id: "content",
    label: "Content",
    icon: TextCursorInput,
    to: href("/admin-control-panel-seoprozone/content"),
  },
  {
    id: "case-studies",
    label: "Cases",
    icon: BriefcaseBusiness,
    to: href("/admin-control-panel-seoprozone/case-studies"),
  },
  {
    id: "industries",
    label: "Industries",
    icon: Factory,
    to: href("/admin-control-panel-seoprozone/industries"),
  },
  { id: "blog", label: "Blog", icon: Newspaper, to: href("/admin-control-panel-seoprozone/blog") },
  {
    id: "settings",
    label: "Settings",
    icon: Settings,
    to: href("/admin-control-panel-seoprozone/settings"),
  },
  {
    id: "enquiries",
    label: "Enquiries",
    icon: Inbox,
    to: href("/admin-control-panel-seoprozone/enquiries"),
    isApart: true,
  },
  {
    id: "redirects",
    label: "Redirects",
    icon: CornerUpRight,
    to: href("/admin-control-panel-seoprozone/redirects"),
  },
  { id: "media", label: "Media", icon: Images, to: href("/admin-control-panel-seoprozone/media") },
  {
    id: "changes",
    label: "Changes",
    icon: GitCompareArrows,
    to: href("/admin-control-panel-seoprozone/changes"),
  },
  { id: "activity", label: "Activity", icon: History, to: href("/admin-control-panel-seoprozone/activity") },
];

/** The tabs that can be opened, for the search. */
export const OPEN_TABS = TABS.flatMap(({ label, to }) => (to ? [{ label, to }] : []));

/** The id of the tab that the address belongs to. */
export function useCurrentTab(): string | undefined {
  const { pathname } = useLocation();
  return TABS.find(({ to }) => to && (pathname === to || pathname.startsWith(`${to}/`)))?.id;
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
