import { expect, test } from 'vitest'
import type { BookingStep } from '../../contract-shapes'
import { asked, completed, confirmed, mara, request, sofia } from '../testing-bookings'
import { describeClash } from './describe-clash'
import { fitMeasure } from './deal-sheet'
import { readTrail, signaturesOf, stampOf } from './read-trail'

const step = (position: number, kind: BookingStep['kind'], actor: BookingStep['actor']): BookingStep => ({
  ...request,
  position,
  kind,
  actor,
  terms: {},
  message: null,
})
const titles = (trail: BookingStep[]) => readTrail(trail).map(({ title }) => title)

test('calls a second offer by the same side an offer, and one by the other side a counter-offer', () => {
  expect(
    titles([request, step(2, 'offer', sofia), step(3, 'offer', mara), step(4, 'accept', sofia)]),
  ).toEqual(['Agreed', 'Counter-offer', 'Offer', 'Request'])
})

test('calls it withdrawn before the agreement and cancelled after it', () => {
  expect(titles([request, step(2, 'cancel', sofia)])[0]).toBe('Withdrawn')
  expect(titles([request, step(2, 'accept', mara), step(3, 'cancel', sofia)])[0]).toBe('Cancelled')
  expect(titles([step(2, 'expire', null), request])[0]).toBe('Expired')
})

test('the stamp shows how the booking ended', () => {
  const ended = (...trail: BookingStep[]) => stampOf({ ...asked, status: 'cancelled', trail })
  expect(stampOf(confirmed)).toBe('Agreed')
  expect(stampOf(completed)).toBe('Played')
  expect(ended(request, step(2, 'decline', mara))).toBe('Declined')
  expect(ended(request, step(2, 'expire', null))).toBe('Expired')
  expect(ended(request, step(2, 'cancel', sofia))).toBe('Withdrawn')
  expect(ended(request, step(2, 'accept', mara), step(3, 'cancel', sofia))).toBe('Cancelled')
})

test('the author of the terms signs first, with the time of the agreement', () => {
  expect(signaturesOf(confirmed).map(({ person, words }) => [person?.name, words])).toEqual([
    ['Sofia Lind', '19 Nov, 17:55'],
    ['Mara Voss', '20 Nov, 09:12'],
  ])
  const countered = { ...asked, trail: [request, step(2, 'offer', mara)] }
  expect(signaturesOf(countered).map(({ person, words }) => [person?.name, words])).toEqual([
    ['Mara Voss', 'offered 19 Nov'],
    ['Sofia Lind', 'not yet'],
  ])
  expect(signaturesOf({ ...asked, status: 'cancelled' })[1]?.words).toBe('didn’t agree')
})

test('terms offered after an agreement need a new one', () => {
  const postponed: BookingStep = { ...step(3, 'offer', sofia), at: '2026-11-23T09:00:00.000Z' }
  const trail = [...confirmed.trail, postponed]
  const words = (booking: Parameters<typeof signaturesOf>[0]) =>
    signaturesOf(booking).map(({ person, words: said }) => [person?.name, said])
  expect(words({ ...asked, trail })).toEqual([
    ['Sofia Lind', 'offered 23 Nov'],
    ['Mara Voss', 'not yet'],
  ])
  expect(words({ ...asked, status: 'cancelled', trail: [...trail, step(4, 'expire', null)] })[1]).toEqual([
    'Mara Voss',
    'didn’t agree',
  ])
  const again: BookingStep = { ...step(4, 'accept', mara), at: '2026-11-24T12:00:00.000Z' }
  expect(words({ ...confirmed, trail: [...trail, again] })[1]?.[1]).toMatch(/^24 Nov/)
})

test('a deleted account keeps its side of the sheet', () => {
  const gone = { ...asked, client: null, trail: [{ ...request, actor: null }] }
  expect(signaturesOf(gone).map(({ person }) => person?.name)).toEqual([undefined, 'Mara Voss'])
})

test('warns a DJ, but not a client, about another booking on the same day', () => {
  expect(describeClash(asked, '2026-12-19')).toBe('You have offered to play in Leeds on Sat 19 Dec')
  expect(describeClash({ ...asked, side: 'client' }, '2026-12-19')).toBeUndefined()
  expect(describeClash(asked, '2026-12-20')).toBeUndefined()
})

test('a short line is wide, a long one is narrow, and both fill the container', () => {
  const short = fitMeasure('Free')
  const fee = fitMeasure('$1,200.00')
  const long = fitMeasure('$1,000,000.00')
  expect(short.stretch).toBe(125)
  expect(fee.stretch).toBeGreaterThan(75)
  expect(fee.stretch).toBeLessThan(100)
  expect(fee.em).toBeCloseTo(3.8)
  expect(long).toMatchObject({ stretch: 75 })
  expect(long.em).toBeGreaterThan(fee.em)
})
