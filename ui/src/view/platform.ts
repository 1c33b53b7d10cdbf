// What differs from system to system.

const APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that sends, as a hint on a button. */
export const SEND_HINT = APPLE ? "⌘ ↵" : "Ctrl ↵";

/** The key that sends, in words. */
export const SEND_KEY = APPLE ? "⌘ Enter" : "Ctrl Enter";

/** The key that commands are given with, as a name before the key's own. */
export const PRIMARY = APPLE ? "⌘" : "Ctrl";
