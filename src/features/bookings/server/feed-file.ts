import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import type { Context } from './context'
import { getOwnCalendar } from './dj-days'
import { listFeedNights } from './feed-nights'
import { type FeedHold, type FeedNight, feedText } from './feed-text'
import { readFeedToken } from './feed-token'

/** Days for which a calendar is told that a night is off; after that it has surely asked. */
const CANCELLED_DAYS = 90
/** Days of history in the file. */
const PAST_DAYS = 365
/** iCalendar text, and when anything in it changed last (ISO). */
interface CalendarFile {
  text: string
  changedAt: string
}

/**
 * The calendar of an address. Undefined for one that was never given out, is revoked, is not the latest, or whose owner is
 * suspended: none of the four tells that the person exists.
 */
export async function findFeedFile(
  { config, db, now, secret }: Pick<Context, 'config' | 'db' | 'now' | 'secret'>,
  token: string,
): Promise<CalendarFile | undefined> {
  const name = readFeedToken(token, secret)
  if (!name) return undefined
  const { rows } = await sql<{ user_id: string }>`
    select user_id from calendar_feeds
    where user_id = ${name.userId}::uuid and version = ${name.version} and revoked_at is null
      and not is_suspended(user_id)`.execute(db)
  if (!rows[0]) return undefined
  const at = now()
  const { today } = await getOwnCalendar(db, name.userId, at)
  const [nights, holds] = await Promise.all([
    listFeedNights(
      db,
      name.userId,
      sql<boolean>`event_date > ${at}::timestamptz - ${PAST_DAYS} * interval '1 day'
        and (status <> 'cancelled' or updated_at > ${at}::timestamptz - ${CANCELLED_DAYS} * interval '1 day')`,
    ),
    sql<FeedHold>`
      select id, day, note, created_at as "createdAt" from calendar_holds
      where dj_id = ${name.userId}::uuid and day >= ${today}::date and (until is null or until >= ${today}::date)
      order by day`.execute(db),
  ])
  return toFile({ nights, holds: holds.rows }, config.publicUrl)
}

/** The one night of a booking, for its two sides; undefined for everybody else. */
export async function findBookingFile(
  { config, db }: Pick<Context, 'config' | 'db'>,
  id: string,
  userId: string,
): Promise<CalendarFile | undefined> {
  if (!isId(id)) return undefined
  const nights = await listFeedNights(db, userId, sql<boolean>`id = ${id}::uuid`)
  return nights.length === 0 ? undefined : toFile({ nights, holds: [] }, config.publicUrl)
}

function toFile(
  { nights, holds }: { nights: readonly FeedNight[]; holds: readonly FeedHold[] },
  publicUrl: string,
): CalendarFile {
  const moments = [...nights.map(({ changedAt }) => changedAt), ...holds.map(({ createdAt }) => createdAt)]
  return {
    text: feedText({ nights, holds }, publicUrl),
    changedAt: new Date(Math.max(0, ...moments.map((moment) => moment.getTime()))).toISOString(),
  }
}
