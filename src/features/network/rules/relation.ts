/** The connection of two people. There is one row per pair of people. */
export interface ConnectionRow {
  id: string
  userId: string
  connectedUserId: string
  status: 'pending' | 'accepted' | 'declined'
  note: string | null
  answeredAt: Date | null
}

export type RelationState = 'none' | 'self' | 'requested' | 'incoming' | 'connected' | 'declined'

export interface RelationStatus {
  state: RelationState
  /** The id of the connection to answer, withdraw or remove. */
  connectionId: string | null
  /** The note of the pending request. */
  note: string | null
  /** The time from which `me` may send another request; only set if the state is `declined`. */
  requestAgainAt: Date | null
}

const THREE_WEEKS_MS = 21 * 86_400_000

/** Returns the time from which the requester may repeat a declined request. */
export function getRequestAgainDate(row: Pick<ConnectionRow, 'answeredAt'>): Date | null {
  return row.answeredAt && new Date(row.answeredAt.getTime() + THREE_WEEKS_MS)
}

const nothing: RelationStatus = { state: 'none', connectionId: null, note: null, requestAgainAt: null }

/**
 * Returns the relation between `me` and `other` as `me` sees it. After `me` declined a request, the state is `none`,
 * so `me` may send a request at any time. After `other` declined a request, the state becomes `none` after three
 * weeks.
 */
export function toRelationStatus(
  people: { me: string; other: string },
  row: ConnectionRow | undefined,
  now: Date,
): RelationStatus {
  if (people.me === people.other) return { ...nothing, state: 'self' }
  if (!row) return nothing
  const isMine = row.userId === people.me
  if (row.status === 'accepted') return { ...nothing, state: 'connected', connectionId: row.id }
  if (row.status === 'pending')
    return { ...nothing, state: isMine ? 'requested' : 'incoming', connectionId: row.id, note: row.note }
  const again = getRequestAgainDate(row)
  if (!isMine || again === null || again <= now) return nothing
  return { ...nothing, state: 'declined', requestAgainAt: again }
}

export type RequestPlan = 'refuse_self' | 'no_change' | 'accept' | 'refuse_early' | 'ask'

/**
 * Decides the effect of a request. A request to a person who has already sent one accepts their request. A repeated
 * request is a no-op.
 */
export function decideRequest({ state }: Pick<RelationStatus, 'state'>): RequestPlan {
  if (state === 'self') return 'refuse_self'
  if (state === 'requested' || state === 'connected') return 'no_change'
  if (state === 'incoming') return 'accept'
  return state === 'declined' ? 'refuse_early' : 'ask'
}

export type ConnectionChange = 'accept' | 'decline' | 'reopen' | 'withdraw' | 'remove'
/**
 * `do`: make the change. `done`: the change was made before, so do nothing. `gone`: the caller has no connection that
 * allows the change.
 */
export type ChangePlan = 'do' | 'done' | 'gone'

/** Decides a change: only the recipient accepts, declines or reopens; only the requester withdraws. */
export function decideChange(
  change: ConnectionChange,
  row: ConnectionRow | undefined,
  callerId: string,
): ChangePlan {
  if (!row) return 'gone'
  const isRecipient = row.connectedUserId === callerId
  const isRequester = row.userId === callerId
  if (!isRecipient && !isRequester) return 'gone'
  if (change === 'remove') return row.status === 'accepted' ? 'do' : 'gone'
  if (change === 'withdraw') return isRequester && row.status === 'pending' ? 'do' : 'gone'
  if (!isRecipient) return 'gone'
  if (change === 'reopen')
    return row.status === 'declined' ? 'do' : row.status === 'pending' ? 'done' : 'gone'
  if (row.status === 'pending') return 'do'
  return row.status === (change === 'accept' ? 'accepted' : 'declined') ? 'done' : 'gone'
}

/**
 * Whether a block deletes the connection. A declined request is kept. Otherwise, blocking and unblocking would bypass
 * the wait of three weeks.
 */
export function isRemovedByBlock(row: Pick<ConnectionRow, 'status'>): boolean {
  return row.status !== 'declined'
}
