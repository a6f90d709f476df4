import { formatShort } from '~/lib/time'
import type { FieldProblem } from '../../rules/event-times'
import { refuse } from '../refused-error'

export const refuseFields = (fields: readonly FieldProblem[]) =>
  refuse('INVALID', { data: { fields: [...fields] } })

export const refuseNow = (message: string) => refuse('NOT_NOW', { message })

interface Changed {
  version: number
  by: { id: string; name: string } | null
  at: Date
  timezone: string
}

/** Says who changed the event and when, in the time zone of the event. */
export function refuseOutdatedVersion({ version, by, at, timezone }: Changed, callerId: string) {
  const changedAt = formatShort(at, timezone)
  const summary =
    by?.id === callerId
      ? 'You changed this event in another window'
      : `${by?.name ?? 'Another user'} changed this event`
  const message = `${summary} on ${changedAt}. Reload it to continue.`
  return refuse('CHANGED', { message, data: { version, by, at: at.toISOString() } })
}
