// What the tests' owner knows: where the control panel is, and its password.

/** The address of the login, and the start of every other address of the panel. */
export const PANEL = "/admin-control-panel-seoprozone";
export const ADMIN_PASSWORD = "correct horse battery staple";
/** Where the site is not https. */
export const SESSION_COOKIE = "panel_session";
