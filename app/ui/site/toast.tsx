import { CircleAlert, CircleCheck } from "lucide-react";

/**
 * Renders a toast (SPEC 8), shown at the top of its form. On public pages the script shows it in the corner for
 * five seconds, with a button to dismiss it; a success then stays in its form (decision 0035.36).
 */
export function Toast({ tone, title, text }: { tone: "good" | "bad"; title: string; text?: string }) {
  const Icon = tone === "bad" ? CircleAlert : CircleCheck;
  return (
    <div className={tone === "bad" ? "toast toast--bad" : "toast"} data-toast={tone}>
      <Icon className="i" aria-hidden="true" />
      <div>
        <b>{title}</b>
        {text && <p>{text}</p>}
      </div>
    </div>
  );
}
