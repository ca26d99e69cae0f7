// Parts of the panel that most forms do without: loaded when they are needed, and asked for again when that failed.
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { showToast } from "./toaster.tsx";

/**
 * Loads a module that is a file of its own. Some browsers keep the failure of an import for as long as the page is
 * open and ask no second time, so the second try is for another address of the same file.
 * @param load imports it: `() => import("./part.tsx")`
 * @throws what the second try throws; the first one's error where it names no address
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
 * A component that is loaded when it is first shown. Where it cannot be loaded the owner is told, and it is closed: the
 * form around it stays, and opening it tries again.
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
