import { ORPCError } from '@orpc/client'
import { formatShort } from '~/lib/time'
import type { FieldProblem } from '../../rules/event-times'

// The errors of the contract (contract-dashboard.ts). Throwing one inside a transaction rolls it back.

export const createNotFoundError = () =>
  new ORPCError('NOT_FOUND', { status: 404, message: 'Event not found' })

export const createInvalidError = (fields: readonly FieldProblem[]) =>
  new ORPCError('INVALID', { status: 422, message: 'Check the marked fields.', data: { fields } })

export const createNotNowError = (message: string) => new ORPCError('NOT_NOW', { status: 409, message })

interface Changed {
  version: number
  by: { id: string; name: string } | null
  at: Date
  timezone: string
}

/** Says who changed the event and when, in the time zone of the event. */
export function createChangedError({ version, by, at, timezone }: Changed, callerId: string) {
  const changedAt = formatShort(at, timezone)
  const summary =
    by?.id === callerId
      ? 'You changed this event in another window'
      : `${by?.name ?? 'Another user'} changed this event`
  const message = `${summary} on ${changedAt}. Reload it to continue.`
  return new ORPCError('CHANGED', { status: 409, message, data: { version, by, at: at.toISOString() } })
}
