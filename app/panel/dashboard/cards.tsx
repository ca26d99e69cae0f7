import { FlaskConical, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { counted } from "../../copy/counted.ts";
import { type RestorableName, recordKinds } from "../../copy/panel/record-kinds.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";

export function Counter({
  icon: Icon,
  label,
  value,
  children,
}: {
  icon: LucideIcon;
  label: string;
  value: number;
  children: ReactNode;
}) {
  return (
    <div className="card kpi">
      <span>
        <Icon className="i" aria-hidden />
        {label}
      </span>
      <b className="num">{value.toLocaleString("en-US")}</b>
      <small>{children}</small>
    </div>
  );
}

export function QuickAction({
  icon: Icon,
  title,
  to,
  children,
}: {
  icon: LucideIcon;
  title: string;
  to: To;
  children: ReactNode;
}) {
  return (
    <Link className="card act" to={to}>
      <span className="ic">
        <Icon className="i" aria-hidden />
      </span>
      <b>{title}</b>
      <p>{children}</p>
    </Link>
  );
}

export function Samples({ samples }: { samples: { name: RestorableName; count: number }[] }) {
  const fetcher = useSaveFetcher();
  const parts = samples.map(({ name, count }) => {
    const { one, many } = recordKinds[name].noun;
    return counted(count, one, many);
  });
  if (!parts.length) return null;
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0];
  const question = `Remove all sample content (${list})? Industries used by your own case studies are kept. You can restore everything that's removed for 30 days.`;
  return (
    <section className="card samples" id="samples" tabIndex={-1} aria-labelledby="samples-title">
      <span className="ic">
        <FlaskConical className="i" aria-hidden />
      </span>
      <div>
        <h2 id="samples-title">Sample content</h2>
        <p>
          Your site still includes samples: {list}. Visitors can see the published ones. Remove them before
          you launch.
        </p>
      </div>
      <fetcher.Form
        method="post"
        onSubmit={(event) => {
          if (!window.confirm(question)) event.preventDefault();
        }}
      >
        <button
          type="submit"
          className="btn btn--line"
          name="intent"
          value="remove-samples"
          disabled={fetcher.state !== "idle"}
        >
          Remove sample content
        </button>
      </fetcher.Form>
    </section>
  );
}
