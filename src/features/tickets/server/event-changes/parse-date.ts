import { changeEventTimes, type EventTimes } from '~/features/events/server/public'
import { refuse } from '../refuse'
import type { OpenEvent } from './lock-event'

export interface DateInput {
  date: string
  clocks?:
    | {
        startsAt?: string | undefined
        doorsAt?: string | null | undefined
        endsAt?: string | null | undefined
      }
    | undefined
}

const paths: Readonly<Record<string, string>> = {
  startClock: 'clocks.startsAt',
  doorsClock: 'clocks.doorsAt',
  endClock: 'clocks.endsAt',
}

/** Returns the event's new times, read as local times of the venue. @throws BAD_DATE */
export function parseDate(event: OpenEvent, { date, clocks }: DateInput, now: Date): EventTimes {
  const times = changeEventTimes(
    {
      startsAt: event.startsAt.toISOString(),
      doorsAt: event.doorsAt?.toISOString() ?? null,
      endsAt: event.endsAt?.toISOString() ?? null,
    },
    event.timezone,
    {
      now,
      changes: {
        date,
        ...(clocks?.startsAt === undefined ? {} : { startClock: clocks.startsAt }),
        ...(clocks?.doorsAt === undefined ? {} : { doorsClock: clocks.doorsAt }),
        ...(clocks?.endsAt === undefined ? {} : { endClock: clocks.endsAt }),
      },
    },
  )
  if ('problems' in times)
    throw refuseDate(times.problems.map(({ path, message }) => ({ path: paths[path] ?? path, message })))
  if (Date.parse(times.startsAt) <= now.getTime())
    throw refuseDate([{ path: 'date', message: 'Choose a date in the future.' }])
  return times
}

export const refuseDate = (fields: { path: string; message: string }[]): Error =>
  refuse('BAD_DATE', { data: { fields } })
