import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * What stands in the editor's place until it is there, and can have the focus in its stead.
 * @param props.hasFocus whether it has the focus, for what takes its place
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
