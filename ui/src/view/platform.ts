// What differs from system to system.

const APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that sends, as a hint on a button. */
export const SEND_HINT = APPLE ? "⌘ ↵" : "Ctrl ↵";

/** The key that sends, in words. */
export const SEND_KEY = APPLE ? "⌘ Enter" : "Ctrl Enter";
