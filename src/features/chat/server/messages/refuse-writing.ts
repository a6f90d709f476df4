import type { WriteRestriction } from '../../rules/room-policy'
import { refuse, refuseMuted } from '../refused-error'

const codes = { not_member: 'NOT_MEMBER', archived: 'ARCHIVED', closed: 'CLOSED' } as const

/** Refuses a message that the person can't write in the room. */
export function refuseWriting(restriction: WriteRestriction): Error {
  return restriction.kind === 'muted' ? refuseMuted(restriction.until) : refuse(codes[restriction.kind])
}
