// The panel's path and the tests' password.

/** The path of the sign-in page, and the prefix of every other path in the panel. */
export const PANEL = "/admin-control-panel-seoprozone";
export const ADMIN_PASSWORD = "correct horse battery staple";
/** The session cookie's name on sites without HTTPS. */
export const SESSION_COOKIE = "panel_session";
