/** How long a reservation keeps its stock. */
export const HOLD_MINUTES = 10

/** True once the hold is over, even if the job that gives the stock back has not come by yet. */
export function isHoldOver(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime()
}
