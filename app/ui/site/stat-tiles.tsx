/** Renders numbers as tiles (SPEC 2). `note` defines what a number counts. */
export function StatTiles(props: {
  items: readonly { value: string; label: string; note?: string | undefined }[];
}) {
  return (
    <dl className="tiles">
      {props.items.map(({ value, label, note }) => {
        const [, figure, unit] = /^([\d.,\s]*)(.*)$/s.exec(value) ?? [];
        return (
          <div className="card tile" key={label}>
            <dt>{label}</dt>
            <dd className="num">
              {figure}
              {unit && <sup>{unit}</sup>}
            </dd>
            {note && <dd className="xs subtle">{note}</dd>}
          </div>
        );
      })}
    </dl>
  );
}
