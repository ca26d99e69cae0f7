import type { ReactNode } from "react";

const OUTSIDE = { target: "_blank", rel: "noopener noreferrer nofollow" };

/** Renders name-value pairs. Omits pairs without a value. */
export function Facts({
  rows,
  className = "dl",
}: {
  rows: [name: string, value: ReactNode, link?: string][];
  className?: string;
}) {
  return (
    <dl className={className}>
      {rows
        .filter(([, value]) => value)
        .map(([name, value, link]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {link ? (
                <a href={link} {...(/^(https?:|\/)/.test(link) && OUTSIDE)}>
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}
