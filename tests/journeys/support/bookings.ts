import { type APIRequestContext, expect } from '@playwright/test'
import ICAL from 'ical.js'
import { withDatabase } from './database'

export async function findDjId(request: APIRequestContext, name: string): Promise<string> {
  const { djs } = await (await request.get('/api/v1/djs', { params: { q: name } })).json()
  const [dj] = djs as { id: string }[]
  if (!dj) throw new Error(`no DJ is called ${name}`)
  return dj.id
}

/** Returns the last day on which a DJ is available, this many months ahead: `2027-01-29`. */
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

/** Returns a DJ's upcoming confirmed set, in the time zone of its venue. */
export async function findAgreedSet(
  djId: string,
): Promise<{ day: string; starts: string; ends: string; timezone: string }> {
  const [agreed] = await withDatabase((ask) =>
    ask<{ day: string; starts: string; ends: string; timezone: string }>(
      `select to_char(event_date at time zone timezone, 'YYYY-MM-DD') as day, timezone,
         to_char(event_date at time zone timezone, 'HH24:MI') as starts, to_char(ends_at at time zone timezone, 'HH24:MI') as ends
       from bookings where dj_id = $1 and status = 'confirmed' and event_date > now() + interval '2 days'
         and (event_date at time zone timezone)::time >= '06:00'
       order by event_date limit 1`,
      [djId],
    ),
  )
  if (!agreed) throw new Error('no agreed set ahead')
  return agreed
}

/** Completes a booking whose set ended a moment ago, as the sweep does once a minute. */
export async function completeBooking(bookingId: string): Promise<void> {
  await withDatabase((ask) =>
    ask(
      `update bookings set event_date = now() - interval '2 minutes', ends_at = now() - interval '1 minute',
         status = 'completed', completed_at = now() - interval '1 minute' where id = $1`,
      [bookingId],
    ),
  )
}

type Entry = { status: string; starts: string; ends: string }

/** Reads a booking from the caller's calendar feed; undefined when the feed lacks it. */
export async function findInFeed(request: APIRequestContext, bookingId: string): Promise<Entry | undefined> {
  const known = await request.get('/api/v1/bookings/feed')
  // The server refuses changes from other origins.
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
