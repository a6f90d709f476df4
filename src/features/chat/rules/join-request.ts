const DAY_MS = 86_400_000
/** Days to wait after a declined request. */
export const REQUEST_RETRY_DAYS = 7

export type RequestState = { state: 'asked' } | { state: 'declined'; requestAgainAt: Date } | null

/** Returns the state of a request to join; null if the person may request. */
export function getRequestState(request: { declinedAt: Date | null } | null, now: Date): RequestState {
  if (!request) return null
  if (!request.declinedAt) return { state: 'asked' }
  const requestAgainAt = new Date(request.declinedAt.getTime() + REQUEST_RETRY_DAYS * DAY_MS)
  return now < requestAgainAt ? { state: 'declined', requestAgainAt } : null
}
