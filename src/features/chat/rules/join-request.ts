const DAY_MS = 86_400_000
/** After a no, asking again takes so long. */
export const ASK_AGAIN_DAYS = 7

export type RequestState = { state: 'asked' } | { state: 'declined'; askAgainAt: Date } | null

/** How asking to be let in stands, by its row; null: the person may ask. */
export function requestState(request: { declinedAt: Date | null } | null, now: Date): RequestState {
  if (!request) return null
  if (!request.declinedAt) return { state: 'asked' }
  const askAgainAt = new Date(request.declinedAt.getTime() + ASK_AGAIN_DAYS * DAY_MS)
  return now < askAgainAt ? { state: 'declined', askAgainAt } : null
}
