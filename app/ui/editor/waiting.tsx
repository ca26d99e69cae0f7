import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Takes the place and the focus of the editor until the editor is loaded.
 * @param props.hasFocus set to whether it has focus, for the editor that replaces it
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
