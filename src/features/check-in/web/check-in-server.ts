import { ORPCError } from '@orpc/client'
import type { CheckInAct, CheckInAnswer, CheckInList } from '../contract'
import { checkInClient } from './queries'

/** The four things a door asks of the server. */
export interface CheckInServer {
  open: () => Promise<CheckInList>
  changes: (since: string, guestsTag: string) => Promise<CheckInList & { isWhole: boolean }>
  scan: (scans: CheckInAct[], door: string) => Promise<{ answers: CheckInAnswer[]; serverNow: string }>
  seen: (nonces: string[]) => Promise<unknown>
}

// A line that hangs must not look like one that works; a list of twenty thousand takes its time on a bad one.
const SCAN_MS = 12_000
const LIST_MS = 60_000

export function checkInServer(eventId: string, device: string): CheckInServer {
  const limit = (ms: number) => ({ signal: AbortSignal.timeout(ms) })
  return {
    open: () => checkInClient.open.call({ eventId }, limit(LIST_MS)),
    changes: (since, guestsTag) => checkInClient.changes.call({ eventId, since, guestsTag }, limit(LIST_MS)),
    scan: (scans, door) => checkInClient.scan.call({ eventId, scans, device, door }, limit(SCAN_MS)),
    seen: (nonces) => checkInClient.seen.call({ eventId, nonces }, limit(SCAN_MS)),
  }
}

/**
 * What a failed call means for the door: `offline` — no server to be had, so the list on the phone counts; `signed_out`, `gone` —
 * it is not this person's door (any more); `refused` — the server is there and does not take what was sent.
 */
export type Failure = 'offline' | 'signed_out' | 'gone' | 'refused'

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ORPCError)) return 'offline'
  if (error.status === 401) return 'signed_out'
  if (error.status === 404) return 'gone'
  return error.status === 429 || error.status >= 500 ? 'offline' : 'refused'
}
