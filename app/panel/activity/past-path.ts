import { href } from "react-router";

/** Where the site of a moment is shown; after it come the time and the path. */
export const PAST = href("/admin-control-panel-seoprozone/as-of");

/** The page that shows what a state from the history is of, as it was then. @param revision its id */
export const pastPath = (revision: string) => `${PAST}/${revision}?record`;
