import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Stands in for the editor while it loads.
 * @param props.hasFocus tells the editor to take over the focus
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
