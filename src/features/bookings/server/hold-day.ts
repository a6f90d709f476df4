import { requireCaller } from '~/platform/rpc/context'
import { AHEAD_MAX_DAYS, HOLD_DAYS_MAX } from '../rules/booking-limits'
import { addDays, listDays } from '../rules/days'
import type { Context } from './context'
import { getOwnCalendar } from './dj-calendar'
import { refuseTerms } from './refuse-terms'

type OwnContext = Pick<Context, 'caller' | 'db' | 'live' | 'now'>
interface Hold {
  day: string
  note: string
  /** The hold ends after this day; null if it lasts until it is released. */
  until: string | null
  through: string | null
}

/** Holds a day or a range of days in the caller's calendar, or changes existing holds. */
export async function holdDay(context: OwnContext, { day, note, until, through }: Hold): Promise<void> {
  const callerId = requireCaller(context).id
  const { today } = await getOwnCalendar(context.db, callerId, context.now())
  if (day < today) throw refuseTerms({ field: 'day', message: 'That day is in the past.' })
  const last = through ?? day
  if (last < day || last >= addDays(day, HOLD_DAYS_MAX))
    throw refuseTerms({
      field: 'through',
      message: `Choose a last day within ${HOLD_DAYS_MAX} days of the first.`,
    })
  if (last > addDays(today, AHEAD_MAX_DAYS))
    throw refuseTerms({ field: 'day', message: 'Choose a day within the next two years.' })
  if (until !== null && until < today)
    throw refuseTerms({ field: 'until', message: 'Choose a day in the future.' })
  // A changed hold gets a new creation time, because calendar apps ignore an entry that isn’t newer than the one they
  // have.
  await context.db
    .insertInto('calendar_holds')
    .values(
      listDays(day, last).map((each) => ({
        dj_id: callerId,
        day: each,
        note,
        until,
        created_at: context.now(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['dj_id', 'day']).doUpdateSet({ note, until, created_at: context.now() }),
    )
    .execute()
  context.live.publish([callerId], ['bookings'])
}

export async function releaseDay(
  context: OwnContext,
  { day, through }: { day: string; through: string | null },
): Promise<void> {
  const callerId = requireCaller(context).id
  await context.db
    .deleteFrom('calendar_holds')
    .where('dj_id', '=', callerId)
    .where('day', '>=', day)
    .where('day', '<=', through ?? day)
    .execute()
  context.live.publish([callerId], ['bookings'])
}
