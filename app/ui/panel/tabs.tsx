// Tabs made of links: a list beside the page, or a scrolling row above it on small screens.
import type { LucideIcon } from "lucide-react";
import { Fragment, type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router";

const BESIDE = "(min-width: 64rem)";

/**
 * Arrow keys open the next or previous tab, Home and End the first and last.
 * @param tabs `group` is a heading above the tab, `aside` says beside its name what's behind it
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
    aside?: string;
    isMain?: boolean;
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
    // Scroll the row only, never the page.
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
    // Moving through tabs with arrow keys adds no history entries.
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
      {tabs.map(({ id, label, icon: Icon, to, hint, aside, isMain, group, badge }) => {
        const isOpen = id === current;
        return (
          <Fragment key={id}>
            {/* Hidden from screen readers: a tablist may only contain tabs. */}
            {group && (
              <span className="atabs__h" aria-hidden>
                {group}
              </span>
            )}
            <Link
              id={`tab-${id}`}
              className={isMain ? "atab atab--main" : "atab"}
              title={hint}
              data-aside={aside}
              to={to}
              role="tab"
              // A description, because CONTRACT defines the tab's name.
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
