// What the tests' owner knows: the panel's path and its password.

/** The path of the sign-in page, and the prefix of every other path in the panel. */
export const PANEL = "/admin-control-panel-seoprozone";
export const ADMIN_PASSWORD = "correct horse battery staple";
/** On sites without HTTPS. */
export const SESSION_COOKIE = "panel_session";
