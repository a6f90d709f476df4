import { requireCaller } from '~/platform/rpc/context'
import { getEventDay } from '../rules/set-times'
import { findNearbyFreeDays } from './availability'
import type { Context } from './context'
import { findDjCalendar } from './dj-calendar'
import { refuse } from './refused-error'

/** Returns the error that refuses the value of one field of the terms. */
export const refuseTerms = ({ field, message }: { field: string; message: string }): Error =>
  refuse('BAD_TERMS', { message, data: { field } })

export interface TakenTime {
  djId: string
  startsAt: Date
  timezone: string
}

/** Refuses a time at which the DJ is booked, with the nearest free days; the place and the client stay private. */
export async function refuseTakenTime(
  context: Pick<Context, 'caller' | 'db' | 'now'>,
  { djId, startsAt, timezone }: TakenTime,
): Promise<Error> {
  const { db } = context
  const calendar = await findDjCalendar(db, djId, requireCaller(context).id, context.now())
  const day = getEventDay(startsAt, timezone)
  return refuse('TAKEN', { data: { freeDays: calendar ? await findNearbyFreeDays(db, calendar, day) : [] } })
}
