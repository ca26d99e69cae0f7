import { NamedIcon } from "./named-icon.tsx";

/**
 * @param props.items `icon` is a name for `NamedIcon`
 * @param props.columns number of columns on wide screens
 */
export function Reasons(props: {
  items: readonly { icon: string; title: string; text: string }[];
  columns?: 2 | 3;
}) {
  const { items, columns } = props;
  return (
    <ul className={columns ? `reasons reasons--${columns}` : "reasons"}>
      {items.map(({ icon, title, text }) => (
        <li key={title}>
          <span className="ic">
            <NamedIcon name={icon} />
          </span>
          <div>
            <h3 className="h4">{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
