import { expect, test } from "vitest";
import { watchedChanges } from "./watched.ts";

test("security-relevant changes are reported without their text", () => {
  const before = {
    site_title: "Rank",
    contact_email: "me@rank.co",
    google_analytics_code: "<script>1</script>",
  };
  const after = {
    site_title: "Rank & Co",
    contact_email: "me@rank.co",
    google_analytics_code: "<script>2</script>",
  };
  expect(watchedChanges(before, after)).toEqual([{ key: "google_analytics_code", before: 18, after: 18 }]);
  expect(watchedChanges(before, {})).toEqual([
    { key: "contact_email", before: 10, after: 0 },
    { key: "google_analytics_code", before: 18, after: 0 },
  ]);
  expect(watchedChanges({}, { tracking_safe_mode: "on" })).toEqual([
    { key: "tracking_safe_mode", before: false, after: true },
  ]);
  expect(watchedChanges({ google_tag_manager_custom_html: "on" }, {})).toEqual([
    { key: "google_tag_manager_custom_html", before: true, after: false },
  ]);
  expect(watchedChanges({}, { keep_enquiries_months: "24" })).toEqual([
    { key: "keep_enquiries_months", before: 0, after: 24 },
  ]);
  expect(watchedChanges(after, after)).toEqual([]);
});
