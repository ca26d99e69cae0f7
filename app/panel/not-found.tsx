import { data } from "react-router";

/** Any unknown path in the panel, behind its gate: the panel's 404 page. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function PanelNotFound() {
  return null;
}
