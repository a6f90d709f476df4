import { expect, test } from 'vitest'
import type { BookingStep } from '../../contract-shapes'
import { pendingBooking, completed, confirmed, mara, request, sofia } from '../testing-bookings'
import { describeClash } from './describe-clash'
import { fitLineWidth } from '~/design/fitted-line'
import { toTrailEntries, listSignatures, getStampText } from './trail-entries'

const createStep = (
  position: number,
  kind: BookingStep['kind'],
  actor: BookingStep['actor'],
): BookingStep => ({
  ...request,
  position,
  kind,
  actor,
  terms: {},
  message: null,
})
const listTitles = (trail: BookingStep[]) => toTrailEntries(trail, 'USD').map(({ title }) => title)

test('calls a second offer by the same side an offer, and one by the other side a counter-offer', () => {
  expect(
    listTitles([
      request,
      createStep(2, 'offer', sofia),
      createStep(3, 'offer', mara),
      createStep(4, 'accept', sofia),
    ]),
  ).toEqual(['Agreed', 'Counter-offer', 'Offer', 'Request'])
})

test('calls a cancellation withdrawn before the agreement and cancelled after it', () => {
  expect(listTitles([request, createStep(2, 'cancel', sofia)])[0]).toBe('Withdrawn')
  expect(listTitles([request, createStep(2, 'accept', mara), createStep(3, 'cancel', sofia)])[0]).toBe(
    'Canceled',
  )
  expect(listTitles([createStep(2, 'expire', null), request])[0]).toBe('Expired')
})

test('the stamp shows how the booking ended', () => {
  const getEndStamp = (...trail: BookingStep[]) =>
    getStampText({ ...pendingBooking, status: 'cancelled', trail })
  expect(getStampText(confirmed)).toBe('Agreed')
  expect(getStampText(completed)).toBe('Played')
  expect(getEndStamp(request, createStep(2, 'decline', mara))).toBe('Declined')
  expect(getEndStamp(request, createStep(2, 'expire', null))).toBe('Expired')
  expect(getEndStamp(request, createStep(2, 'cancel', sofia))).toBe('Withdrawn')
  expect(getEndStamp(request, createStep(2, 'accept', mara), createStep(3, 'cancel', sofia))).toBe('Canceled')
})

test('lists the author of the terms as first to sign, with the time of the agreement', () => {
  expect(listSignatures(confirmed).map(({ person, text }) => [person?.name, text])).toEqual([
    ['Sofia Lind', '19 Nov, 17:55'],
    ['Mara Voss', '20 Nov, 09:12'],
  ])
  const countered = { ...pendingBooking, trail: [request, createStep(2, 'offer', mara)] }
  expect(listSignatures(countered).map(({ person, text }) => [person?.name, text])).toEqual([
    ['Mara Voss', 'offered 19 Nov'],
    ['Sofia Lind', 'not yet'],
  ])
  expect(listSignatures({ ...pendingBooking, status: 'cancelled' })[1]?.text).toBe('didn’t agree')
})

test('new terms after an agreement need a new agreement', () => {
  const postponed: BookingStep = { ...createStep(3, 'offer', sofia), at: '2026-11-23T09:00:00.000Z' }
  const trail = [...confirmed.trail, postponed]
  const listTexts = (booking: Parameters<typeof listSignatures>[0]) =>
    listSignatures(booking).map(({ person, text }) => [person?.name, text])
  expect(listTexts({ ...pendingBooking, trail })).toEqual([
    ['Sofia Lind', 'offered 23 Nov'],
    ['Mara Voss', 'not yet'],
  ])
  expect(
    listTexts({
      ...pendingBooking,
      status: 'cancelled',
      trail: [...trail, createStep(4, 'expire', null)],
    })[1],
  ).toEqual(['Mara Voss', 'didn’t agree'])
  const again: BookingStep = { ...createStep(4, 'accept', mara), at: '2026-11-24T12:00:00.000Z' }
  expect(listTexts({ ...confirmed, trail: [...trail, again] })[1]?.[1]).toMatch(/^24 Nov/)
})

test('a deleted account keeps its side of the sheet', () => {
  const withoutClient = { ...pendingBooking, client: null, trail: [{ ...request, actor: null }] }
  expect(listSignatures(withoutClient).map(({ person }) => person?.name)).toEqual([undefined, 'Mara Voss'])
})

test('warns a DJ, but not a client, about another booking on the same day', () => {
  expect(describeClash(pendingBooking, '2026-12-19')).toBe('You have offered to play in Leeds on Sat 19 Dec')
  expect(describeClash({ ...pendingBooking, side: 'client' }, '2026-12-19')).toBeUndefined()
  expect(describeClash(pendingBooking, '2026-12-20')).toBeUndefined()
})

test('a short line uses wide letters and a long one narrow letters, and both fill the container', () => {
  const short = fitLineWidth('Free')
  const fee = fitLineWidth('$1,200.00')
  const long = fitLineWidth('$1,000,000.00')
  expect(short.stretch).toBe(125)
  expect(fee.stretch).toBeGreaterThan(75)
  expect(fee.stretch).toBeLessThan(100)
  expect(fee.em).toBeCloseTo(3.8)
  expect(long).toMatchObject({ stretch: 75 })
  expect(long.em).toBeGreaterThan(fee.em)
})
