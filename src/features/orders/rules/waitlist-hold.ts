/** How long tickets that came back are held for whoever waited for them. */
export const WAITLIST_HOLD_MINUTES = 30
