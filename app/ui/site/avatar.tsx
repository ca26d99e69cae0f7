/** Renders a name's initials. Decorative: the name is beside it. */
export function Avatar({ name }: { name: string }) {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
  return (
    <span className="avatar" aria-hidden="true">
      {initials}
    </span>
  );
}
