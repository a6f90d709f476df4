/** How long a reservation keeps its stock. */
export const HOLD_MINUTES = 10
