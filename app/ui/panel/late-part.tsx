// Loads parts of the panel that most forms don't need, with retries.
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { showToast } from "./toaster.tsx";

/**
 * Loads a module that's a separate file. Some browsers cache an import's failure while the page is open, so the
 * retry uses another URL of the same file.
 * @param load imports it: `() => import("./part.tsx")`
 * @throws the retry's error, or the first one if it names no URL
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\/\/[^\s"')]+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    return await import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
  }
}

/**
 * Returns a component that's loaded when it's first shown. If that fails, the owner sees a notice and it closes;
 * the form stays, and opening it tries again.
 * @param load finds the component
 */
export function latePart<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return function LatePart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    const close = useEffectEvent(() => {
      showToast({
        tone: "bad",
        title: "This part of the panel couldn't be loaded",
        text: "Check your connection and try again. If the site was just updated, save and reload the page.",
      });
      props.onClose();
    });
    useEffect(() => {
      let isShown = true;
      load().then(
        (loaded) => isShown && setPart(() => loaded),
        () => isShown && close(),
      );
      return () => {
        isShown = false;
      };
    }, []);
    return Part && <Part {...props} />;
  };
}
