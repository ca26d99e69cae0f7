import { data } from "react-router";

/** Throws a 404 for unknown panel paths. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function PanelNotFound() {
  return null;
}
