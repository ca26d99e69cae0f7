type Stat = { value: string; label: string; note?: string };

/** Renders the four stat tiles (SPEC 2). `note` says what the number counts. */
export function StatTiles({ items }: { items: readonly Stat[] }) {
  return (
    <dl className="tiles">
      {items.map(({ value, label, note }) => {
        const [, figure, unit] = /^([\d.,\s]*)(.*)$/s.exec(value) ?? [];
        return (
          <div className="card tile" key={label}>
            <dt>{label}</dt>
            <dd>
              <b className="num">
                {figure}
                {unit && <sup>{unit}</sup>}
              </b>
              {note && <p>{note}</p>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
