import { createElement, Fragment } from "react";
import { history } from "../../copy/panel/history.ts";
import { SmallImage } from "../../ui/panel/small-image.tsx";
import type { FieldChange } from "./revision.server.ts";

const words = history.record;

export function FieldDifference({ image, blocks }: Pick<FieldChange, "image" | "blocks">) {
  return (
    <>
      {image && (
        <div className="history__p">
          <Shown label={words.before} address={image.before} />
          <Shown label={words.after} address={image.after} />
        </div>
      )}
      {createElement(Fragment, null, ...blocks.map(Difference))}
    </>
  );
}

/** Blocks and parts never reorder, so they need no keys. */
function Difference(block: FieldChange["blocks"][number]) {
  if ("omitted" in block) return <p className="subtle xs">{words.omitted(block.omitted)}</p>;
  const parts = block.parts.map(({ is, text }) =>
    is === "same" ? text : createElement(is === "in" ? "ins" : "del", null, text),
  );
  return createElement("p", { className: "history__t" }, ...parts);
}

function Shown({ label, address }: { label: string; address: string }) {
  return (
    <figure>
      <figcaption className="subtle xs">{label}</figcaption>
      {address ? <SmallImage src={address} width={160} height={100} /> : <span>{words.empty}</span>}
    </figure>
  );
}
