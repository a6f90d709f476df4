/** Longer than a replica may lag behind (MAX_LAG_MS of database/replica), plus the time of a slow request. */
export const RECENT_WRITE_SECONDS = 5
/** Sent by a tab that reads again because of a change that a live topic announced. */
export const AFTER_CHANGE_HEADER = 'x-after-change'
const COOKIE = 'b2b_wrote'
const HAS_COOKIE = new RegExp(`(?:^|;\\s*)${COOKIE}=`)

/** Returns the Set-Cookie header after a write, which makes all processes read the primary for this browser. */
export function createRecentWriteCookie(isSecure: boolean): string {
  return `${COOKIE}=1; Path=/; Max-Age=${RECENT_WRITE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/**
 * Whether a request can be answered from a replica. Requests with a token always read the primary, because programs
 * send no cookies.
 */
export function canReadReplica(headers: Headers): boolean {
  if (headers.has('authorization') || headers.has(AFTER_CHANGE_HEADER)) return false
  return !HAS_COOKIE.test(headers.get('cookie') ?? '')
}
