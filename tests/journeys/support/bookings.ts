import { type APIRequestContext, expect } from '@playwright/test'
import ICAL from 'ical.js'
import { withDatabase } from './database'

/** The id of somebody who plays, by their name on Discover. */
export async function findDjId(request: APIRequestContext, name: string): Promise<string> {
  const { djs } = await (await request.get('/api/v1/djs', { params: { q: name } })).json()
  const [dj] = djs as { id: string }[]
  if (!dj) throw new Error(`nobody plays as ${name}`)
  return dj.id
}

/** The last day of a month from now on which a DJ is free, `2027-01-29`. */
export async function findFreeDay(
  request: APIRequestContext,
  djId: string,
  monthsAhead: number,
): Promise<string> {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1))
    .toISOString()
    .slice(0, 7)
  const { days } = await (await request.get(`/api/v1/djs/${djId}/availability`, { params: { month } })).json()
  const free = (days as { day: string; state: string }[]).filter(({ state }) => state === 'free')
  const day = free.at(-1)?.day
  if (day === undefined) throw new Error(`no free day in ${month}`)
  return day
}

/** A night of a DJ that is agreed and still ahead, in the words of the place. */
export async function findAgreedNight(
  djId: string,
): Promise<{ day: string; starts: string; ends: string; timezone: string }> {
  const [night] = await withDatabase((ask) =>
    ask<{ day: string; starts: string; ends: string; timezone: string }>(
      `select to_char(event_date at time zone timezone, 'YYYY-MM-DD') as day, timezone,
         to_char(event_date at time zone timezone, 'HH24:MI') as starts, to_char(ends_at at time zone timezone, 'HH24:MI') as ends
       from bookings where dj_id = $1 and status = 'confirmed' and event_date > now() + interval '2 days'
         and (event_date at time zone timezone)::time >= '06:00'
       order by event_date limit 1`,
      [djId],
    ),
  )
  if (!night) throw new Error('no agreed night ahead')
  return night
}

/** The night of a booking has been: it ended a moment ago. */
export async function letNightPass(bookingId: string): Promise<void> {
  await withDatabase((ask) =>
    ask(
      `update bookings set event_date = now() - interval '2 minutes', ends_at = now() - interval '1 minute' where id = $1`,
      [bookingId],
    ),
  )
}

type Entry = { status: string; starts: string; ends: string }

/** A booking in somebody's own calendar feed, read as a calendar would; undefined when it is not in there. */
export async function findInFeed(request: APIRequestContext, bookingId: string): Promise<Entry | undefined> {
  const known = await request.get('/api/v1/bookings/feed')
  // Writes with a cookie are taken from our own pages only.
  const headers = { origin: new URL(known.url()).origin }
  const url =
    (await known.json()).url ?? (await (await request.post('/api/v1/bookings/feed', { headers })).json()).url
  const answer = await request.get(url)
  expect(answer.status(), url).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
  const event = calendar
    .getAllSubcomponents('vevent')
    .find((one) => String(one.getFirstPropertyValue('url')).endsWith(bookingId))
  if (!event) return undefined
  const { startDate, endDate } = new ICAL.Event(event)
  return {
    status: String(event.getFirstPropertyValue('status')),
    starts: startDate.toJSDate().toISOString(),
    ends: endDate.toJSDate().toISOString(),
  }
}
