import { expect, test } from 'vitest'
import { eventSchema } from './event-schema'
import { eventSummary } from './event-head'
import { detailOf } from './testing-events'

const url = 'https://b2b.example/events/1'

test('an offer costs what a person pays: the fee is in it', () => {
  expect(eventSchema(detailOf({}), url, 1000)).toMatchObject({
    '@type': 'MusicEvent',
    name: 'Dust & Diamonds',
    startDate: '2026-12-05T23:00:00.000Z',
    eventStatus: 'https://schema.org/EventScheduled',
    image: ['https://b2b.example/events/1/flyer.png'],
    performer: [{ name: 'Juno Okafor' }, { name: 'Paper Cuts' }],
    organizer: { name: 'Ilse Brandt' },
    location: { name: 'Carriage Works', address: { addressLocality: 'Leeds' } },
    offers: [
      {
        name: 'Early Bird',
        price: '13.20',
        priceCurrency: 'USD',
        availability: 'https://schema.org/SoldOut',
      },
      { name: 'General Admission', price: '17.60', availability: 'https://schema.org/InStock' },
    ],
  })
})

test('cancelled and postponed are said; what is unknown is left out', () => {
  const bare = detailOf({
    status: 'cancelled',
    host: null,
    lineUp: [],
    ticketTypes: [],
    organizerName: null,
    capacity: null,
    ageRestriction: null,
  })
  const schema = eventSchema(bare, url, 1000)
  expect(schema).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
  for (const key of ['performer', 'offers', 'organizer', 'maximumAttendeeCapacity', 'typicalAgeRange'])
    expect(schema).not.toHaveProperty(key)
})

test('the summary is one line of at most 200 characters', () => {
  expect(eventSummary(detailOf({ description: '' }))).toBe(
    'Club Night, Sat 5 Dec, 23:00, Carriage Works, Leeds.',
  )
  const long = eventSummary(detailOf({ description: `${'many words '.repeat(40)}\n\nand more` }))
  expect(long.length).toBeLessThanOrEqual(200)
  expect(long).toMatch(/words…$|many…$/)
})
