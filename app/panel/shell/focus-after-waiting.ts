import { useEffect } from "react";

/**
 * Restores focus to a button after its request, unless focus has moved. Browsers remove focus from disabled
 * buttons, which would send keyboard users to the top of the page.
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
