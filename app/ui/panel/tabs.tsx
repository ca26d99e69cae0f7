// Tabs that are links: a list next to the page, a scrolling row above it on small screens.
import type { LucideIcon } from "lucide-react";
import { Fragment, type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router";

const BESIDE = "(min-width: 64rem)";

/**
 * Renders ARIA tabs, each also a link. Arrow keys open the next tab, Home and End the first and last.
 * @param tabs in order; `group` is the heading of the group that starts with a tab
 * @param current the open tab's id
 * @param panelId the id of the one tab panel
 */
export function TabLinks({
  label,
  tabs,
  current,
  panelId,
}: {
  label: string;
  tabs: {
    id: string;
    label: string;
    icon: LucideIcon;
    to: string;
    hint?: string;
    group?: string;
    badge?: { count: number; of: string };
  }[];
  current: string | undefined;
  panelId: string;
}) {
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isBeside = useSyncExternalStore(
    onChangeOf(BESIDE),
    () => matchMedia(BESIDE).matches,
    () => true,
  );

  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>(`#tab-${current}`);
    if (!open || !list.current) return;
    // Only the row scrolls, never the page.
    list.current.scrollLeft = open.offsetLeft - (list.current.clientWidth - open.offsetWidth) / 2;
  }, [current]);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? items.length - 1
          : step && (at + step + items.length) % items.length;
    if (at === -1 || next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
    const to = tabs[next]?.to;
    // Moving through the tabs is one history entry, not one each.
    if (to) navigate(to, { replace: true });
  };

  const focusable = current ?? tabs[0]?.id;
  return (
    <div
      ref={list}
      className="atabs"
      role="tablist"
      aria-label={label}
      aria-orientation={isBeside ? "vertical" : "horizontal"}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ id, label, icon: Icon, to, hint, group, badge }) => {
        const isOpen = id === current;
        return (
          <Fragment key={id}>
            {/* For the eye: a list of tabs has no other children. */}
            {group && (
              <span className="atabs__h" aria-hidden>
                {group}
              </span>
            )}
            <Link
              id={`tab-${id}`}
              className="atab"
              title={hint}
              to={to}
              role="tab"
              // CONTRACT defines the tabs' names; a count of new items is the description.
              aria-describedby={badge && `tab-${id}-badge`}
              aria-selected={isOpen}
              aria-controls={isOpen ? panelId : undefined}
              tabIndex={id === focusable ? 0 : -1}
            >
              <Icon className="i" aria-hidden />
              {label}{" "}
              {badge && (
                <span id={`tab-${id}-badge`} className="badge badge--zone" aria-hidden>
                  {badge.count.toLocaleString("en-US")}
                  <span className="sr"> {badge.of}</span>
                </span>
              )}
            </Link>
          </Fragment>
        );
      })}
    </div>
  );
}

const onChangeOf = (query: string) => (listener: () => void) => {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
};
