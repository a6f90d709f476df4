import { expect, test } from 'vitest'
import { toEventSchema } from './event-schema'
import { formatEventSummary } from './event-head'
import { createDetail } from './testing-events'

const fee = { priceDisplay: 'itemised', feeBasisPoints: 1000, feeTaxPpm: 0 } as const
const url = 'https://b2b.example/events/1'

test('the offer in the schema has the price with the fee', () => {
  expect(toEventSchema(createDetail({}), url, fee)).toMatchObject({
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

test('the schema of a cancelled event has its status, and leaves out unknown values', () => {
  const bare = createDetail({
    status: 'cancelled',
    host: null,
    lineUp: [],
    ticketTypes: [],
    organizerName: null,
    capacity: null,
    ageRestriction: null,
  })
  const schema = toEventSchema(bare, url, fee)
  expect(schema).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
  for (const key of ['performer', 'offers', 'organizer', 'maximumAttendeeCapacity', 'typicalAgeRange'])
    expect(schema).not.toHaveProperty(key)
})

test('a moved event has its previous date; one without a date is postponed with the old date', () => {
  const movedFrom = '2026-11-28T23:00:00.000Z'
  const known = { eventStatus: 'https://schema.org/EventRescheduled', previousStartDate: movedFrom }
  for (const status of ['published', 'postponed'] as const)
    expect(toEventSchema(createDetail({ status, movedFrom }), url, fee)).toMatchObject(known)
  const open = toEventSchema(createDetail({ status: 'postponed', movedFrom, isDateOpen: true }), url, fee)
  expect(open).toMatchObject({
    eventStatus: 'https://schema.org/EventPostponed',
    startDate: '2026-12-05T23:00:00.000Z',
  })
  expect(open).not.toHaveProperty('previousStartDate')
  const off = toEventSchema(createDetail({ status: 'cancelled', movedFrom }), url, fee)
  expect(off).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
})

test('the schema has the description without Markdown marks', () => {
  const schema = toEventSchema(
    createDetail({ descriptionHtml: '<p>A <strong>shed</strong> &amp; a yard.</p>' }),
    url,
    fee,
  )
  expect(schema).toMatchObject({ description: 'A shed & a yard.' })
})

test('the summary is one line of at most 200 characters', () => {
  expect(formatEventSummary(createDetail({ descriptionHtml: '' }))).toBe(
    'Club Night, Sat 5 Dec, 23:00, Carriage Works, Leeds.',
  )
  const long = formatEventSummary(
    createDetail({ descriptionHtml: `<p>${'many <b>words</b> '.repeat(40)}</p>\n<p>and more</p>` }),
  )
  expect(long.length).toBeLessThanOrEqual(200)
  expect(long).toMatch(/words…$|many…$/)
})
