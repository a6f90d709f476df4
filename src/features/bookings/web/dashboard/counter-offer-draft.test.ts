import { expect, test } from 'vitest'
import { CURRENCIES } from '~/lib/currency'
import { assert, constantFrom, integer, property } from '~tests/support/fast-check'
import type { Terms } from '../../contract-shapes'
import { type Deal, FLAT_DEAL } from '../../rules/deal'
import { withEnd } from '../../rules/set-times'
import { FEE_MAX_CENTS } from '../../rules/booking-limits'
import { pendingBooking } from '../testing-bookings'
import { createBlankOffer, pickChangedFields, findField, parseOffer } from './counter-offer-draft'
import { parseCostRows } from './deal-draft'

const offered: Terms = {
  eventType: 'Live Set',
  location: 'Loom Hall, Glasgow',
  timezone: 'Europe/London',
  startsAt: '2026-12-18T23:00:00.000Z',
  endsAt: '2026-12-19T02:00:00.000Z',
  feeCents: 120_000,
  depositCents: 30_000,
  deal: FLAT_DEAL,
  hospitality: 'Hotel for one, dinner',
  technical: '',
}
const booking = { ...pendingBooking, terms: offered, steps: 2 }
const blank = createBlankOffer(booking)

test('an unchanged draft has the current terms', () => {
  expect(parseOffer(blank, booking)).toEqual({ problems: {}, input: offered })
  expect(pickChangedFields(blank, blank)).toEqual({ seen: '2' })
})

test('keeps only changed fields, so a newer offer fills the rest', () => {
  const changes = pickChangedFields({ ...blank, fee: '$1,400.00' }, blank)
  expect(changes).toEqual({ fee: '$1,400.00', seen: '2' })
  const newer = { ...offered, depositCents: 50_000 }
  const later = { ...booking, terms: newer, steps: 4 }
  expect(parseOffer({ ...createBlankOffer(later), ...changes }, later)).toEqual({
    problems: {},
    input: { ...newer, feeCents: 140_000 },
  })
})

test('reads times, amounts and riders as typed', () => {
  const draft = { ...withEnd({ ...blank }, '03:30'), fee: '1500', deposit: '', technical: '  Two decks ' }
  expect(parseOffer({ ...blank, ...draft }, booking)).toEqual({
    problems: {},
    input: {
      ...offered,
      endsAt: '2026-12-19T03:30:00.000Z',
      feeCents: 150_000,
      depositCents: null,
      technical: 'Two decks',
    },
  })
})

test('returns each error at its field', () => {
  const findProblems = (change: Partial<typeof blank>) =>
    parseOffer({ ...blank, ...change }, booking).problems
  expect(findProblems({ fee: 'plenty' })).toEqual({ fee: 'Enter an amount such as 1200.' })
  expect(findProblems({ fee: '1000001' })).toEqual({ fee: 'Enter at most $1,000,000.00.' })
  expect(findProblems({ deposit: '1300' })).toEqual({ deposit: 'The deposit is more than the fee.' })
  expect(findProblems({ fee: '', deposit: '1' })).toEqual({
    fee: 'Enter the fee.',
    deposit: 'The deposit is more than the fee.',
  })
  expect(findProblems({ day: '', starts: '', ends: '' })).toEqual({
    day: 'Choose a day.',
    starts: 'Enter a time such as 23:00.',
    ends: 'Enter a time such as 02:00.',
  })
})

test.each([
  ['EUR', '€1,200.00', '€1,500.00', 150_000, 'Enter at most €1,000,000.00.'],
  ['JPY', '¥120,000', '150000', 150_000, 'Enter at most ¥100,000,000.'],
] as const)('formats and reads the amounts of a booking in %s', (currency, fee, typed, feeCents, limit) => {
  const other = { ...booking, currency }
  const shown = createBlankOffer(other)
  expect(shown.fee).toBe(fee)
  expect(parseOffer(shown, other)).toEqual({ problems: {}, input: offered })
  expect(parseOffer({ ...shown, fee: typed }, other).input).toEqual({ ...offered, feeCents })
  expect(parseOffer({ ...shown, fee: '100000001' }, other).problems).toEqual({ fee: limit })
  expect(parseOffer({ ...shown, fee: '$1,500.00' }, other).problems).toEqual({
    fee: 'Enter an amount such as 1200.',
  })
})

test('parses every amount in every currency as it was formatted', () => {
  const fee = integer({ min: 100, max: FEE_MAX_CENTS })
  assert(
    property(
      constantFrom(...CURRENCIES),
      fee,
      integer({ min: 1, max: FEE_MAX_CENTS }),
      (currency, feeCents, cents) => {
        const deal = { ...FLAT_DEAL, costs: [{ label: 'Hotel', cents }] }
        const terms = { ...offered, feeCents, depositCents: 100, deal }
        const other = { ...booking, currency, terms }
        expect(parseOffer(createBlankOffer(other), other)).toEqual({ problems: {}, input: terms })
      },
    ),
  )
})

test('maps server field names to form fields', () => {
  expect(findField('startsAt')).toBe('starts')
  expect(findField('terms.feeCents')).toBe('fee')
  expect(findField('location')).toBeUndefined()
})

test('reads only the fields of the chosen deal; the others keep their values', () => {
  const typed = { ...blank, kind: 'guarantee', share: '62.5%', isFeeGuaranteed: 'yes' }
  const guarantee: Deal = { ...FLAT_DEAL, kind: 'guarantee', basisPoints: 6250, isFeeGuaranteed: true }
  expect(parseOffer(typed, booking)).toEqual({ problems: {}, input: { ...offered, deal: guarantee } })
  expect(parseOffer({ ...typed, kind: 'percentage', freeDays: 'x' }, booking).input).toEqual({
    ...offered,
    feeCents: null,
    depositCents: null,
    deal: { ...FLAT_DEAL, kind: 'percentage', basisPoints: 6250 },
  })
  expect(parseOffer({ ...typed, kind: 'flat' }, booking).input?.deal).toEqual({
    ...FLAT_DEAL,
    isFeeGuaranteed: true,
  })
})

test('returns the problems of a deal at its fields', () => {
  const findProblems = (change: Partial<typeof blank>) =>
    parseOffer({ ...blank, kind: 'guarantee', share: '60%', ...change }, booking).problems
  expect(findProblems({ share: '' })).toEqual({ share: 'Enter more than 0% and at most 100%.' })
  expect(findProblems({ share: 'most' })).toEqual({ share: 'Enter a percentage such as 60%.' })
  expect(findProblems({ fee: '' })).toMatchObject({ fee: 'Enter the guarantee.' })
  expect(findProblems({ costs: JSON.stringify([{ id: '0', label: 'Hotel', amount: '' }]) })).toEqual({
    costs: 'Enter an amount above $0.00.',
  })
  expect(findProblems({ freeDays: '5' })).toEqual({
    freeDays: 'Enter more days than in the field “Half the fee is due from”.',
  })
  expect(findProblems({ halfFeeDays: '-1' })).toEqual({ halfFeeDays: 'Enter 0 to 365 days.' })
  expect(findProblems({ freeDays: '366' })).toEqual({ freeDays: 'Enter 0 to 365 days.' })
  expect(findField('terms.deal.costs.0.label')).toBe('costs')
  expect(findField('deal.basisPoints')).toBe('share')
})

test('a stored draft with cost rows of another shape has no costs', () => {
  const row = { id: '0', label: 'Hotel', amount: '$140.00' }
  expect(parseCostRows(JSON.stringify([row]))).toEqual([row])
  for (const stored of [null, {}, [null], [{ ...row, amount: 14_000 }], [{ id: '0', label: 'Hotel' }]])
    expect(parseCostRows(JSON.stringify(stored))).toEqual([])
})
