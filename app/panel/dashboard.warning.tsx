import { TriangleAlert } from "lucide-react";

/** Something about the site's set-up that its owner has to hear of. */
export function Warning({ title, text }: { title: string; text: string }) {
  return (
    <p className="warn" role="status">
      <TriangleAlert className="i" aria-hidden />
      <span>
        <b>{title}</b> {text}
      </span>
    </p>
  );
}
