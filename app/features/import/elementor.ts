// Reads an Elementor page from its stored widgets.
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { figure } from "./shortcodes.ts";

type Widget = { widgetType?: string; settings?: Record<string, unknown>; elements?: Widget[] };

/** Returns HTML, or an empty string if the data is invalid. */
export function elementorHtml(data: string): string {
  if (!data.startsWith("[")) return "";
  try {
    return (JSON.parse(data) as Widget[]).map((widget) => htmlOf(widget, 0)).join("\n");
  } catch {
    return "";
  }
}

const DEPTH_MAX = 30;

function htmlOf({ widgetType = "", settings = {}, elements }: Widget, depth: number): string {
  const inside =
    Array.isArray(elements) && depth < DEPTH_MAX
      ? elements.map((one) => htmlOf(one, depth + 1)).join("\n")
      : "";
  return [own(widgetType, settings), inside].filter(Boolean).join("\n");
}

function own(type: string, settings: Record<string, unknown>): string {
  const text = (name: string) => (typeof settings[name] === "string" ? (settings[name] as string) : "");
  const url = (name: string) => String((settings[name] as { url?: string } | undefined)?.url ?? "");
  const link = (to: string, label: string) =>
    to ? `<p><a href="${escapeHtml(to)}">${escapeHtml(label || to)}</a></p>` : "";
  switch (type) {
    case "heading": {
      const level = /^h[2-4]$/.test(text("header_size")) ? text("header_size") : "h2";
      return `<${level}>${text("title")}</${level}>`;
    }
    case "text-editor":
      return text("editor");
    case "image":
      return url("image") ? figure({ url: url("image"), alt: "" }) : "";
    case "button":
      return link(url("link"), text("text"));
    case "video":
      return link(text("youtube_url") || text("vimeo_url"), "");
    case "icon-box":
    case "image-box":
      return `<h3>${text("title_text")}</h3><p>${text("description_text")}</p>`;
    default:
      return text("editor");
  }
}
