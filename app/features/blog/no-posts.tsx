import { FlatLine } from "../../ui/site/flat-line.tsx";

/** Where posts would be: a line that stays flat, and one sentence. */
export function NoPosts({ text }: { text: string }) {
  return (
    <div className="state">
      <FlatLine />
      <p>{text}</p>
    </div>
  );
}
