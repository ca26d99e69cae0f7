import {
  Award,
  Bell,
  BookOpen,
  Braces,
  Bug,
  Calculator,
  Camera,
  ChartBar,
  ChartLine,
  Check,
  ClipboardCheck,
  Code,
  FileCheck,
  FileText,
  Filter,
  FlaskConical,
  Gauge,
  Globe,
  GraduationCap,
  Handshake,
  Headphones,
  KeyRound,
  LayoutGrid,
  Link as LinkIcon,
  List,
  ListChecks,
  type LucideIcon,
  Map as MapIcon,
  MapPin,
  Megaphone,
  MessageCircle,
  MessageSquare,
  MessagesSquare,
  Mic,
  MonitorSmartphone,
  Network,
  Newspaper,
  Package,
  PenLine,
  PhoneCall,
  Route,
  Scale,
  Search,
  SearchCheck,
  Server,
  ShieldCheck,
  ShoppingBag,
  Smile,
  Sparkles,
  Star,
  Stethoscope,
  Store,
  Target,
  TrendingUp,
  UserCheck,
  Users,
  Wrench,
} from "lucide-react";
import { NETWORK_MARKS } from "./network-marks.ts";

const ICONS: Record<string, LucideIcon> = {
  award: Award,
  bell: Bell,
  "book-open": BookOpen,
  braces: Braces,
  bug: Bug,
  calculator: Calculator,
  camera: Camera,
  "chart-bar": ChartBar,
  "chart-line": ChartLine,
  check: Check,
  "clipboard-check": ClipboardCheck,
  code: Code,
  "file-check": FileCheck,
  "file-text": FileText,
  filter: Filter,
  "flask-conical": FlaskConical,
  gauge: Gauge,
  globe: Globe,
  "graduation-cap": GraduationCap,
  handshake: Handshake,
  headphones: Headphones,
  "key-round": KeyRound,
  "layout-grid": LayoutGrid,
  link: LinkIcon,
  list: List,
  "list-checks": ListChecks,
  map: MapIcon,
  "map-pin": MapPin,
  megaphone: Megaphone,
  "message-circle": MessageCircle,
  "message-square": MessageSquare,
  "messages-square": MessagesSquare,
  mic: Mic,
  "monitor-smartphone": MonitorSmartphone,
  network: Network,
  newspaper: Newspaper,
  package: Package,
  "pen-line": PenLine,
  "phone-call": PhoneCall,
  route: Route,
  scale: Scale,
  search: Search,
  "search-check": SearchCheck,
  server: Server,
  "shield-check": ShieldCheck,
  "shopping-bag": ShoppingBag,
  smile: Smile,
  sparkles: Sparkles,
  star: Star,
  stethoscope: Stethoscope,
  store: Store,
  target: Target,
  "trending-up": TrendingUp,
  "user-check": UserCheck,
  users: Users,
  wrench: Wrench,
};

export const ICON_NAMES = Object.keys(ICONS);

/**
 * One file for all drawings below the first view, because the browser lays out the page again for every file.
 */
export const DRAWINGS_PATH = "/drawings.svg";

/**
 * Renders an icon, or a check mark for an unknown name. Use this component below the first view or in a closed
 * menu, because the drawings file may arrive after the page.
 */
export function NamedIcon({ name }: { name: string }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${DRAWINGS_PATH}#${Object.hasOwn(ICONS, name) ? name : "check"}`} />
    </svg>
  );
}

/** Renders all icons and social network marks for the drawings file. */
export function AllIcons() {
  return (
    <>
      {Object.entries(ICONS).map(([name, Icon]) => (
        <g key={name} id={name}>
          <Icon />
        </g>
      ))}
      {Object.entries(NETWORK_MARKS).map(([network, mark]) => (
        <g key={network} id={network}>
          <path fillRule="evenodd" d={mark} />
        </g>
      ))}
    </>
  );
}
