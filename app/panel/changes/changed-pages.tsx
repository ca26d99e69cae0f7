import { Monitor } from "lucide-react";
import { useId, useRef, useState } from "react";
import { changes } from "../../copy/panel/changes.ts";
import type { WaitingRecord } from "../../features/changes/show.server.ts";
import { PageFrame, usePageWidth, WidthChoice } from "../../ui/panel/page-frame.tsx";
import { Part } from "./part.tsx";

const words = changes.pages;

type Props = {
  records: readonly WaitingRecord[];
  /** the address of the page that shows a record as it would be */
  addressOf: (record: WaitingRecord) => string;
};

/** The pages that changes are on, as they would be, in windows of different widths. */
export function ChangedPages({ records, addressOf }: Props) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const shown = records.filter(({ editor }) => editor !== null);
  if (!shown.length) return null;
  return (
    <Part
      title={words.title}
      about={words.about}
      control={
        <button
          type="button"
          className="btn btn--line"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Monitor className="i" aria-hidden />
          {isOpen ? words.hide : words.show}
        </button>
      }
    >
      {isOpen && (
        <div id={panel}>
          <OpenPages records={shown} addressOf={addressOf} />
        </div>
      )}
    </Part>
  );
}

const keyOf = ({ kind, id }: WaitingRecord) => `${kind} ${id}`;

function OpenPages({ records, addressOf }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = usePageWidth(box);
  const [chosen, setChosen] = useState("");
  const record = records.find((one) => keyOf(one) === chosen) ?? records[0]!;
  return (
    <div ref={box}>
      <div className="btns changes__pages">
        {records.length > 1 && (
          <select
            className="input"
            aria-label={words.choose}
            value={keyOf(record)}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {records.map((one) => (
              <option key={keyOf(one)} value={keyOf(one)}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        <WidthChoice width={width} onChange={setWidth} />
      </div>
      <PageFrame
        key={keyOf(record)}
        title={words.frame(record.name)}
        src={addressOf(record)}
        width={width}
        isStill
      />
    </div>
  );
}
