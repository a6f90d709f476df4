/** The one row between two people, whoever asked first. */
export interface ConnectionRow {
  id: string
  userId: string
  connectedUserId: string
  status: 'pending' | 'accepted' | 'declined'
  note: string | null
  answeredAt: Date | null
}

export type RelationState = 'none' | 'self' | 'requested' | 'incoming' | 'connected' | 'declined'

export interface Standing {
  state: RelationState
  /** The row that can be answered, withdrawn or removed. */
  connectionId: string | null
  /** Written with the request that waits. */
  note: string | null
  /** When the same person may ask again; only with `declined`. */
  askAgainAt: Date | null
}

const THREE_WEEKS_MS = 21 * 86_400_000

/** Until then a declined request cannot be sent again by the same person. */
export function askAgainAt(row: Pick<ConnectionRow, 'answeredAt'>): Date | null {
  return row.answeredAt && new Date(row.answeredAt.getTime() + THREE_WEEKS_MS)
}

const nothing: Standing = { state: 'none', connectionId: null, note: null, askAgainAt: null }

/**
 * How `me` stands to `other`, seen from `me`. A request that I declined is nothing to me: I may ask at any time; one of
 * mine that was declined is nothing again after three weeks.
 */
export function standingOf(
  people: { me: string; other: string },
  row: ConnectionRow | undefined,
  now: Date,
): Standing {
  if (people.me === people.other) return { ...nothing, state: 'self' }
  if (!row) return nothing
  const isMine = row.userId === people.me
  if (row.status === 'accepted') return { ...nothing, state: 'connected', connectionId: row.id }
  if (row.status === 'pending')
    return { ...nothing, state: isMine ? 'requested' : 'incoming', connectionId: row.id, note: row.note }
  const again = askAgainAt(row)
  if (!isMine || again === null || again <= now) return nothing
  return { ...nothing, state: 'declined', askAgainAt: again }
}

export type RequestPlan = 'refuse_self' | 'already_there' | 'accept' | 'refuse_early' | 'ask'

/** What a request does. Asking somebody who already asks is saying yes, and asking twice is asking once. */
export function planRequest({ state }: Pick<Standing, 'state'>): RequestPlan {
  if (state === 'self') return 'refuse_self'
  if (state === 'requested' || state === 'connected') return 'already_there'
  if (state === 'incoming') return 'accept'
  return state === 'declined' ? 'refuse_early' : 'ask'
}

export type Answer = 'accept' | 'decline' | 'reopen' | 'withdraw' | 'remove'
/** `done`: a no-op. `gone`: this person has nothing of the kind. */
export type AnswerPlan = 'do' | 'done' | 'gone'

/** Decides an answer: only the person who was asked answers or reopens, only the person who asked withdraws. */
export function planAnswer(answer: Answer, row: ConnectionRow | undefined, callerId: string): AnswerPlan {
  if (!row) return 'gone'
  const isAsked = row.connectedUserId === callerId
  const isAsking = row.userId === callerId
  if (!isAsked && !isAsking) return 'gone'
  if (answer === 'remove') return row.status === 'accepted' ? 'do' : 'gone'
  if (answer === 'withdraw') return isAsking && row.status === 'pending' ? 'do' : 'gone'
  if (!isAsked) return 'gone'
  if (answer === 'reopen')
    return row.status === 'declined' ? 'do' : row.status === 'pending' ? 'done' : 'gone'
  if (row.status === 'pending') return 'do'
  return row.status === (answer === 'accept' ? 'accepted' : 'declined') ? 'done' : 'gone'
}

/**
 * A block removes what stands between two people, but not the memory of a refusal: otherwise blocking and unblocking
 * would be the way round the three weeks.
 */
export function isForgottenByBlock(row: Pick<ConnectionRow, 'status'>): boolean {
  return row.status !== 'declined'
}
