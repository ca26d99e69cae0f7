import { data } from "react-router";

/** Any other address in the panel, behind its gate: the panel's frame says that nothing is there. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function PanelNotFound() {
  return null;
}
