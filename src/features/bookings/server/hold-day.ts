import { signedIn } from '~/platform/rpc/context'
import { AHEAD_MAX_DAYS } from '../rules/booking-limits'
import { addDays } from '../rules/days'
import type { Context } from './context'
import { getOwnCalendar } from './dj-days'

type OwnContext = Pick<Context, 'caller' | 'db' | 'live' | 'now'>
interface Hold {
  day: string
  note: string
  /** The last day on which it stands; null stands until it is let go. */
  until: string | null
}
type HoldProblem = { field: 'day' | 'until'; message: string }

/** Keeps one of the caller's days free, or changes what stands there. Answers what is wrong with it. */
export async function holdDay(
  context: OwnContext,
  { day, note, until }: Hold,
): Promise<HoldProblem | undefined> {
  const callerId = signedIn(context).id
  const { today } = await getOwnCalendar(context.db, callerId, context.now())
  if (day < today) return { field: 'day', message: 'That day is over.' }
  if (day > addDays(today, AHEAD_MAX_DAYS))
    return { field: 'day', message: 'Choose a day within the next two years.' }
  if (until !== null && until < today) return { field: 'until', message: 'Choose a day that is ahead.' }
  // Calendars take a change only when it is newer than what they have: a changed hold is a new one.
  await context.db
    .insertInto('calendar_holds')
    .values({ dj_id: callerId, day, note, until, created_at: context.now() })
    .onConflict((conflict) =>
      conflict.columns(['dj_id', 'day']).doUpdateSet({ note, until, created_at: context.now() }),
    )
    .execute()
  context.live.publish([callerId], ['bookings'])
  return undefined
}

/** Lets a day go; one that was not held stays as it is. */
export async function releaseDay(context: OwnContext, { day }: { day: string }): Promise<void> {
  const callerId = signedIn(context).id
  await context.db.deleteFrom('calendar_holds').where('dj_id', '=', callerId).where('day', '=', day).execute()
  context.live.publish([callerId], ['bookings'])
}
