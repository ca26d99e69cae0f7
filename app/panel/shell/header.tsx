import { ExternalLink, GitCompareArrows, LogOut, Moon, Sun, UserRound } from "lucide-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { Form, href, Link } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import { account } from "../../copy/panel/people.ts";
import { SYSTEM_DARK, type Theme } from "../../features/sign-in/theme.ts";
import type { SignedIn } from "../../features/staff/rights.ts";
import type { PanelLogo } from "../../features/website-content/logo.server.ts";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { Mark } from "../../ui/panel/mark.tsx";

/**
 * Renders the panel's header (SPEC 2).
 * @param waiting the number of records with pending changes
 * @param children the search
 */
export function PanelHeader({
  theme,
  siteTitle,
  logo,
  who,
  waiting,
  children,
}: {
  theme: Theme | null;
  who: SignedIn;
  siteTitle: string;
  logo?: PanelLogo | null;
  waiting: number;
  children?: ReactNode;
}) {
  return (
    <header className="abar">
      <span className="abar__logo">
        <Mark siteTitle={siteTitle} logo={logo} size={32} />
        <span className={logo?.hasName ? "sr" : "abar__name"}>{siteTitle}</span>
        <small>Control panel</small>
      </span>
      {children}
      {waiting > 0 && (
        <Link className="btn btn--soft abar__changes" to={href("/admin-control-panel-seoprozone/changes")}>
          <GitCompareArrows className="i" aria-hidden />
          <span className="abar__count">
            <span className="sr-phone">{changes.tab} </span>({waiting.toLocaleString("en-US")})
          </span>
        </Link>
      )}
      <ThemeButton remembered={theme} />
      <a className="btn btn--ghost abar__site" href="/" target="_blank" rel="noopener">
        <ExternalLink className="i" aria-hidden />
        <span className="sr-phone">View site</span>
      </a>
      <Link className="btn btn--ghost abar__site" to={href("/admin-control-panel-seoprozone/account")}>
        <UserRound className="i" aria-hidden />
        <span className="sr-phone">{who.name}</span>
        <span className="sr">{account.open}</span>
      </Link>
      <Form method="post" action={href("/admin-control-panel-seoprozone")}>
        <button type="submit" className="btn btn--line abar__logout" name="intent" value="logout">
          <LogOut className="i" aria-hidden />
          <span className="sr-phone">Logout</span>
        </button>
      </Form>
    </header>
  );
}

/** Follows the system's theme, also while it changes, until a theme is chosen. */
function ThemeButton({ remembered }: { remembered: Theme | null }) {
  const [chosen, setChosen] = useState(remembered);
  const system = useSyncExternalStore<Theme>(onSystemChange, systemTheme, () => "light");
  const theme = chosen ?? system;
  const other = theme === "dark" ? "light" : "dark";
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <IconButton
      icon={theme === "dark" ? Sun : Moon}
      title={`Switch to the ${other} theme`}
      onClick={() => {
        remember(other);
        setChosen(other);
      }}
    >
      {other === "dark" ? "Dark theme" : "Light theme"}
    </IconButton>
  );
}

const systemTheme = (): Theme => (matchMedia(SYSTEM_DARK).matches ? "dark" : "light");

function onSystemChange(listen: () => void) {
  const query = matchMedia(SYSTEM_DARK);
  query.addEventListener("change", listen);
  return () => query.removeEventListener("change", listen);
}

/** Stores the theme in a cookie for a year. `themeOf` reads it. */
function remember(theme: Theme) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some of today's browsers
  document.cookie = `panel_theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
