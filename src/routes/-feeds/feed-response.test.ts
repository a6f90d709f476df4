import { expect, test } from 'vitest'
import { createFeedResponse } from './feed-response'

const file = { text: 'BEGIN:VCALENDAR', changedAt: '2026-11-21T10:00:00.000Z' }
const request = (headers: Record<string, string> = {}, more: Partial<typeof file> = {}) =>
  createFeedResponse(new Request('https://b2b.example/feeds/x.ics', { headers }), { ...file, ...more })

test('sends the full calendar on the first request, and keeps it out of shared caches', async () => {
  const response = request()
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('BEGIN:VCALENDAR')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT',
    'x-robots-tag': 'noindex',
  })
})

test('answers 304 for an unchanged calendar, even through a compressing proxy', async () => {
  const etag = request().headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = request({ 'if-none-match': known })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('etag')).toBe(etag)
  }
  expect(request({ 'if-none-match': etag }, { text: 'BEGIN:VCALENDAR\r\n' }).status).toBe(200)
  // The date is ignored: when an entry disappears from the calendar, no remaining entry is newer.
  expect(request({ 'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT' }).status).toBe(200)
})
