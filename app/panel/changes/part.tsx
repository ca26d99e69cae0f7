import type { ReactNode } from "react";

/**
 * @param props.about a sentence below the heading
 * @param props.control shown beside the heading
 */
export function Part({
  title,
  about,
  control,
  children,
}: {
  title: string;
  about?: string;
  control?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="changes__more">
      <div className="ahead">
        <div>
          <h2>{title}</h2>
          {about && <p>{about}</p>}
        </div>
        {control}
      </div>
      {children}
    </section>
  );
}
