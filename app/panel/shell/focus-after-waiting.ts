import { useEffect } from "react";

/**
 * Returns focus to a button after its request. While it's disabled, browsers drop its focus, and keyboard users would
 * start again at the top of the page. If focus has moved elsewhere by then, it stays there.
 */
export function useFocusAfterWaiting() {
  useEffect(() => {
    let pressed: EventTarget | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      pressed = target;
    };
    const enabled = new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target === pressed && target instanceof HTMLButtonElement && !target.disabled)
          if (document.activeElement === document.body) target.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", onFocus);
    enabled.observe(document.body, { subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", onFocus);
      enabled.disconnect();
    };
  }, []);
}
