import { sql } from 'kysely'
import type { Context } from './context'
import { getOwnCalendar } from './dj-days'
import { type FeedHold, type FeedNight, feedText } from './feed-text'
import { readFeedToken } from './feed-token'

/** Days for which a calendar is told that a night is off; after that it has surely asked. */
const CANCELLED_DAYS = 90
/** Days of history in the file. */
const PAST_DAYS = 365
const MOST = 1000

type NightRow = Omit<FeedNight, 'side'> & { is_dj: boolean }

/**
 * The calendar of an address. Undefined for one that was never given out, is revoked, or is not the latest: none of the
 * three tells that the person exists.
 */
export async function findFeedFile(
  { config, db, now, secret }: Pick<Context, 'config' | 'db' | 'now' | 'secret'>,
  token: string,
): Promise<{ text: string; changedAt: string } | undefined> {
  const name = readFeedToken(token, secret)
  if (!name) return undefined
  const { rows } = await sql<{ user_id: string }>`
    select user_id from calendar_feeds
    where user_id = ${name.userId}::uuid and version = ${name.version} and revoked_at is null`.execute(db)
  if (!rows[0]) return undefined
  const at = now()
  const { today } = await getOwnCalendar(db, name.userId, at)
  const [nights, holds] = await Promise.all([
    sql<NightRow>`
      select b.id, b.booking_number as number, coalesce(e.title, b.event_type) as title, b.location, b.status,
        b.event_date as "startsAt", b.ends_at as "endsAt", b.steps, b.created_at as "createdAt", b.updated_at as "changedAt",
        b.dj_id is not distinct from ${name.userId}::uuid as is_dj, o.display_name as "otherName"
      from (
        select * from bookings
        where (client_id = ${name.userId}::uuid or dj_id = ${name.userId}::uuid)
          and event_date > ${at}::timestamptz - ${PAST_DAYS} * interval '1 day'
          and (status <> 'cancelled' or updated_at > ${at}::timestamptz - ${CANCELLED_DAYS} * interval '1 day')
        order by event_date desc, id desc limit ${sql.lit(MOST)}
      ) b
      left join events e on e.id = b.event_id
      left join profiles o on o.id = case when b.dj_id = ${name.userId}::uuid then b.client_id else b.dj_id end
      order by b.event_date, b.id`.execute(db),
    sql<FeedHold>`
      select id, day, note, created_at as "createdAt" from calendar_holds
      where dj_id = ${name.userId}::uuid and day >= ${today}::date and (until is null or until >= ${today}::date)
      order by day`.execute(db),
  ])
  const found = {
    nights: nights.rows.map(({ is_dj, ...night }): FeedNight => ({
      ...night,
      side: is_dj ? 'dj' : 'client',
    })),
    holds: holds.rows,
  }
  const moments = [
    ...found.nights.map(({ changedAt }) => changedAt),
    ...found.holds.map(({ createdAt }) => createdAt),
  ]
  return {
    text: feedText(found, config.publicUrl),
    changedAt: new Date(Math.max(0, ...moments.map((moment) => moment.getTime()))).toISOString(),
  }
}
