/**
 * Opens and closes what follows it on phones. Its parent has the class `folds` and starts with the title. On larger
 * screens there's no button, and everything is shown.
 * @param props.titleId id of the title, which names the button
 */
export function Fold({ titleId, isOpen }: { titleId: string; isOpen?: boolean }) {
  return (
    <details className="fold" open={isOpen}>
      <summary aria-labelledby={titleId} />
    </details>
  );
}
