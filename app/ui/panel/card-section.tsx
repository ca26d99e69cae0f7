import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";

/**
 * @param props.id URL fragment
 * @param props.about a line below the title
 */
export function CardSection(props: {
  id: string;
  title: string;
  about: string;
  icon: LucideIcon;
  box?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  const { id, title, about, icon: Icon, box, children } = props;
  return (
    <section className="card" id={id} tabIndex={-1} aria-label={title} ref={box}>
      <div className="sett__h">
        <span className="ic">
          <Icon className="i" aria-hidden />
        </span>
        <div>
          <h2>{title}</h2>
          <p className="muted">{about}</p>
        </div>
      </div>
      {children}
    </section>
  );
}
