import { expect, test } from 'vitest'
import { formatCalendar } from './calendar-file'

const smuggled = 'Night\r\nEND:VEVENT\nBEGIN:VALARM'
const at = new Date('2026-12-05T22:00:00Z')

test('escapes event text so that it cannot add lines', () => {
  const event = {
    id: '018cc251-f400-7239-90e9-ead5ae9b8529',
    title: smuggled,
    description: smuggled,
    startsAt: at,
    endsAt: null,
    updatedAt: at,
    createdAt: at,
    status: 'cancelled' as const,
    statusMessage: smuggled,
    isDateOpen: true,
    venueName: smuggled,
    venueAddress: smuggled,
    location: smuggled,
  }
  const lines = formatCalendar(smuggled, [event], 'https://b2b.example').split(/\r\n|\n|\r/)
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1)
  expect(lines).not.toContain('BEGIN:VALARM')
})
