import { useEffect, useState } from "react";
import { href } from "react-router";
import { storeWords as words } from "../../copy/panel/media.ts";
import { fetchJson } from "../../ui/panel/fetch-json.ts";
import { Trouble } from "../../ui/panel/trouble.tsx";

const STORE = href("/admin-control-panel-seoprozone/media/store");

export function StoreNotice() {
  const [notice, setNotice] = useState<{ words: string | null; said: string }>();
  useEffect(() => {
    const controller = new AbortController();
    fetchJson<{ words: string | null; said: string }>(STORE, { signal: controller.signal }).then(
      ({ answer }) => !controller.signal.aborted && setNotice(answer),
    );
    return () => controller.abort();
  }, []);
  return (
    <div role="status">
      {notice?.words && <Trouble words={notice.words} summary={words.summary} said={notice.said} />}
    </div>
  );
}
