import { useEffect } from "react";

/**
 * Gives a button its focus back once it is answered. While it waits it is disabled, and browsers take focus from what is
 * disabled: the owner who works by keyboard would go on from the top of the page. Where focus is elsewhere by then, it
 * stays there.
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
