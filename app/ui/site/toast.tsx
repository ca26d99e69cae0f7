import { CircleAlert, CircleCheck } from "lucide-react";

/**
 * On public pages, the script shows this in the corner for five seconds. A success then returns to its form
 * (decision 0035.36).
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
