import { ORPCError } from '@orpc/client'
import type { CheckInAction, CheckInResult, CheckInList } from '../contract'
import { checkInClient } from './queries'

export interface CheckInCalls {
  open: () => Promise<CheckInList>
  changes: (since: string, guestsTag: string) => Promise<CheckInList & { isComplete: boolean }>
  scan: (scans: CheckInAction[], entrance: string) => Promise<{ results: CheckInResult[]; serverNow: string }>
  seen: (nonces: string[]) => Promise<unknown>
}

// After these times without a response, the phone counts as offline. Loading the list may take longer, because it can
// have twenty thousand tickets.
const SCAN_MS = 12_000
const LIST_MS = 60_000

export function createCheckInCalls(eventId: string, device: string): CheckInCalls {
  const limit = (ms: number) => ({ signal: AbortSignal.timeout(ms) })
  return {
    open: () => checkInClient.open.call({ eventId }, limit(LIST_MS)),
    changes: (since, guestsTag) => checkInClient.changes.call({ eventId, since, guestsTag }, limit(LIST_MS)),
    scan: (scans, entrance) => checkInClient.scan.call({ eventId, scans, device, entrance }, limit(SCAN_MS)),
    seen: (nonces) => checkInClient.seen.call({ eventId, nonces }, limit(SCAN_MS)),
  }
}

/**
 * Why a call failed. `offline`: the server can't be reached, so check-in uses the list on the phone. `signed_out`,
 * `no_access`: this person may not check in, or no longer may. `refused`: the server rejected the request.
 */
export type Failure = 'offline' | 'signed_out' | 'no_access' | 'refused'

export function toFailure(error: unknown): Failure {
  if (!(error instanceof ORPCError)) return 'offline'
  if (error.status === 401) return 'signed_out'
  if (error.status === 404) return 'no_access'
  return error.status === 429 || error.status >= 500 ? 'offline' : 'refused'
}
