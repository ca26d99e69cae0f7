import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Takes the editor's place, and its focus, until it's loaded.
 * @param props.hasFocus whether it has focus, for its replacement
 */
export function Waiting({ hasFocus }: { hasFocus: RefObject<boolean> }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = box.current;
    if (hasFocus.current) node?.focus();
    return () => {
      hasFocus.current = document.activeElement === node;
    };
  }, [hasFocus]);
  return (
    <div className="rte__b rte__wait subtle" tabIndex={-1} ref={box}>
      Loading...
    </div>
  );
}
