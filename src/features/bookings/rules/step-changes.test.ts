import { expect, test } from 'vitest'
import type { Currency } from '~/lib/currency'
import { type Deal, FLAT_DEAL } from './deal'
import { describeSameTerms, compareTerms, type StepTerms } from './step-changes'

const compare = (before: StepTerms, step: StepTerms, currency: Currency = 'USD') =>
  compareTerms(before, step, currency)

const offered = {
  eventType: 'Club Night',
  location: 'The Cistern, Berlin',
  timezone: 'Europe/Berlin',
  startsAt: '2026-12-12T00:00:00.000Z',
  endsAt: '2026-12-12T02:00:00.000Z',
  feeCents: 120_000,
  depositCents: 35_000,
  hospitality: 'Room for two',
  technical: 'Two turntables',
}

test('lists all terms of the first step, with the date of the evening for a set after midnight, and its time zone', () => {
  expect(compare({}, offered)).toEqual({
    changes: [
      { label: 'Date', was: null, is: 'Fri 11 Dec 2026' },
      { label: 'Event', was: null, is: 'Club Night' },
      { label: 'Place', was: null, is: 'The Cistern, Berlin' },
      { label: 'Fee', was: null, is: '$1,200.00' },
      { label: 'Deposit', was: null, is: '$350.00' },
      { label: 'Set', was: null, is: '01:00–03:00, Berlin time' },
      { label: 'Hours', was: null, is: '2' },
      { label: 'Hospitality', was: null, is: 'Room for two' },
      { label: 'Technical rider', was: null, is: 'Two turntables' },
    ],
    same: [],
  })
})

test('shows only the changes of a later step', () => {
  const { changes, same } = compare(offered, {
    ...offered,
    endsAt: '2026-12-12T03:00:00.000Z',
    feeCents: 140_000,
  })
  expect(changes).toEqual([
    { label: 'Fee', was: '$1,200.00', is: '$1,400.00' },
    { label: 'Set', was: '01:00–03:00', is: '01:00–04:00' },
    { label: 'Hours', was: '2', is: '3' },
  ])
  expect(describeSameTerms(same)).toBe('Deposit, hospitality and technical rider as before.')
})

test('handles old steps without some terms and steps without any', () => {
  expect(compare({ eventType: 'Live Set' }, { feeCents: 0 }).changes).toEqual([
    { label: 'Fee', was: null, is: '$0.00' },
  ])
  expect(compare(offered, {}).changes).toEqual([])
})

test('shows removed terms, and both time zones when the zone changes', () => {
  expect(compare(offered, { hospitality: '', depositCents: null }).changes).toEqual([
    { label: 'Deposit', was: '$350.00', is: null },
    { label: 'Hospitality', was: 'Room for two', is: null },
  ])
  const [set] = compare(offered, { timezone: 'Europe/London' }).changes
  expect(set).toEqual({
    label: 'Set',
    was: '01:00–03:00, Berlin time',
    is: '00:00–02:00, London time',
  })
  expect(describeSameTerms(['Set'])).toBe('Set as before.')
})

const guarantee: Deal = {
  ...FLAT_DEAL,
  kind: 'guarantee',
  basisPoints: 5000,
  costs: [
    { label: 'Venue hire', cents: 60_000 },
    { label: 'Sound engineer', cents: 32_000 },
  ],
}

test('an old step without a deal counts as a flat fee, which is not listed', () => {
  expect(compare(offered, { ...offered, deal: FLAT_DEAL }).changes).toEqual([])
  expect(compare({}, { feeCents: 100, deal: FLAT_DEAL }).changes).toEqual([
    { label: 'Fee', was: null, is: '$1.00' },
  ])
})

test('shows a change of the kind of deal with its amounts', () => {
  expect(compare(offered, { feeCents: 140_000, deal: guarantee }).changes).toEqual([
    { label: 'Deal', was: 'Flat fee', is: 'Guarantee versus percentage' },
    { label: 'Guarantee', was: '$1,200.00', is: '$1,400.00' },
    { label: 'Percentage', was: null, is: '50% of net' },
    { label: 'Agreed costs', was: null, is: '$920.00: Venue hire $600.00, Sound engineer $320.00' },
  ])
  expect(compare(offered, { deal: guarantee }).changes[1]).toEqual({
    label: 'Guarantee',
    was: null,
    is: '$1,200.00',
  })
  expect(
    compare(offered, {
      feeCents: null,
      depositCents: null,
      deal: { ...guarantee, kind: 'split', costs: [] },
    }).changes,
  ).toEqual([
    { label: 'Deal', was: 'Flat fee', is: 'Door split' },
    { label: 'Fee', was: '$1,200.00', is: null },
    { label: 'Share', was: null, is: '50% of net' },
    { label: 'Deposit', was: '$350.00', is: null },
  ])
})

test('shows only the changed values of a deal', () => {
  const before = { ...offered, feeCents: 140_000, deal: guarantee }
  const { changes, same } = compare(before, { deal: { ...guarantee, basisPoints: 6000 } })
  expect(changes).toEqual([{ label: 'Percentage', was: '50% of net', is: '60% of net' }])
  expect(describeSameTerms(same)).toBe(
    'Guarantee, deposit, agreed costs, set, hospitality and technical rider as before.',
  )
  const deal = { ...guarantee, isFeeGuaranteed: true, cancellation: { freeDays: 30, halfFeeDays: 7 } }
  expect(compare(before, { deal }).changes).toEqual([
    { label: 'Guaranteed fee', was: null, is: 'Held from ticket income' },
    {
      label: 'Cancellation',
      was: 'Deposit refunded until 21 days before, half the fee due from 6 days before',
      is: 'Deposit refunded until 30 days before, half the fee due from 7 days before',
    },
  ])
})

test.each([
  ['EUR', '€1,200.00', '€1,400.00', '€140.00: Hotel €140.00'],
  ['JPY', '¥120,000', '¥140,000', '¥14,000: Hotel ¥14,000'],
] as const)('formats the amounts of a booking in %s', (currency, was, is, costs) => {
  const deal = { ...FLAT_DEAL, costs: [{ label: 'Hotel', cents: 14_000 }] }
  expect(compare(offered, { feeCents: 140_000, deal }, currency).changes).toEqual([
    { label: 'Fee', was, is },
    { label: 'Agreed costs', was: null, is: costs },
  ])
})
