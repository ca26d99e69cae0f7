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

/** The icons that a text can name, by their lucide names. */
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

/** What an owner can choose from. */
export const ICON_NAMES = Object.keys(ICONS);

/** The file with all of them, each by its name, and the social networks' marks. */
export const ICONS_PATH = "/icons.svg";

/**
 * Renders an icon by name, as owners may enter it; an unknown name shows a tick. Decorative, below the first view
 * or in a closed menu: it comes from a file that all pages share and none waits for.
 */
export function NamedIcon({ name }: { name: string }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${ICONS_PATH}#${Object.hasOwn(ICONS, name) ? name : "check"}`} />
    </svg>
  );
}

/** Renders all icons as one drawing with single symbols. */
export function AllIcons() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
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
    </svg>
  );
}
