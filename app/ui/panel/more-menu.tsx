import { Menu } from "@base-ui/react/menu";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";

/**
 * Renders a button whose menu has less frequent actions.
 * @param props.label accessible name of the button
 * @param props.title its tooltip
 */
export function MoreMenu(props: { label: string; title: string; icon?: LucideIcon; children: ReactNode }) {
  const { label, title, icon: Icon = Ellipsis, children } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger className="btn btn--icon btn--ghost" aria-label={label} title={title} ref={trigger}>
        <Icon className="i" aria-hidden />
      </Menu.Trigger>
      {/* Within the landmark, for screen readers, or the dialog, which covers everything else. */}
      <Menu.Portal container={trigger.current?.closest<HTMLElement>("main, nav, [role=dialog]")}>
        <Menu.Positioner className="more__at" align="end" sideOffset={6}>
          <Menu.Popup className="more__menu">{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** @param props.hint why it's disabled */
export function MoreItem(props: {
  icon: LucideIcon;
  isDisabled?: boolean;
  hint?: string;
  onClick: () => void;
  children: ReactNode;
}) {
  const { icon: Icon, isDisabled, hint, onClick, children } = props;
  return (
    <Menu.Item className="more__item" disabled={isDisabled} onClick={onClick}>
      <Icon className="i" aria-hidden />
      <span>
        {children}
        {hint && <small>{hint}</small>}
      </span>
    </Menu.Item>
  );
}

/** @param props.isOnSite opens a public page in a new tab */
export function MoreLink(props: { icon: LucideIcon; to: string; isOnSite?: boolean; children: ReactNode }) {
  const { icon: Icon, to, isOnSite, children } = props;
  const at = isOnSite ? { href: to, target: "_blank", rel: "noopener" } : { render: <Link to={to} /> };
  return (
    <Menu.LinkItem className="more__item" closeOnClick {...at}>
      <Icon className="i" aria-hidden />
      <span>{children}</span>
    </Menu.LinkItem>
  );
}
