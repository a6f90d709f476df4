import { expect, test } from 'vitest'
import { assert, constantFrom, integer, property } from '~tests/support/fast-check'
import { randomRuns } from '~tests/support/random-runs'
import {
  calculateExample,
  calculateShare,
  type Deal,
  DEAL_KINDS,
  findSplitProblem,
  FLAT_DEAL,
  formatDealAmount,
  formatPercent,
  listDealProblems,
  parsePercent,
} from './deal'

const percentage: Deal = { ...FLAT_DEAL, kind: 'percentage', basisPoints: 6000 }
const guarantee: Deal = { ...percentage, kind: 'guarantee' }
const costs = [
  { label: 'Venue hire', cents: 60_000 },
  { label: 'Sound engineer', cents: 32_000 },
]

test('calculates the share of each kind of deal', () => {
  expect(calculateShare(FLAT_DEAL, 140_000, -5)).toEqual({ shareCents: 140_000, basis: 'flat' })
  expect(calculateShare(percentage, null, 129_015)).toEqual({ shareCents: 77_409, basis: 'percentage' })
  expect(calculateShare({ ...percentage, kind: 'split' }, null, 220_409)).toEqual({
    shareCents: 132_245,
    basis: 'percentage',
  })
  expect(calculateShare(guarantee, 140_000, 220_409)).toEqual({ shareCents: 140_000, basis: 'guarantee' })
  expect(calculateShare(guarantee, 140_000, 285_691)).toEqual({ shareCents: 171_415, basis: 'percentage' })
})

test('rounds half a cent up, and a negative net gives no share', () => {
  expect(calculateShare({ ...percentage, basisPoints: 5000 }, null, 1).shareCents).toBe(1)
  expect(calculateShare(percentage, null, -100_000).shareCents).toBe(0)
  expect(calculateShare(guarantee, 140_000, -100_000).shareCents).toBe(140_000)
})

test('a guarantee is never less than the guarantee or the percentage, and a share never exceeds net', () => {
  assert(
    property(
      constantFrom(...DEAL_KINDS),
      integer({ min: 1, max: 10_000 }),
      integer({ min: 0, max: 100_000_000 }),
      integer({ min: -100_000_000, max: 100_000_000 }),
      (kind, basisPoints, fee, net) => {
        const share = (of: Deal['kind']) => calculateShare({ kind: of, basisPoints }, fee, net).shareCents
        expect(share(kind)).toBeGreaterThanOrEqual(0)
        expect(share('guarantee')).toBe(Math.max(fee, share('percentage')))
        expect(share('split')).toBeLessThanOrEqual(Math.max(net, 0))
      },
    ),
    { numRuns: randomRuns(500) },
  )
})

test('calculates the DJ’s amount at three sales levels, and none without paid tickets', () => {
  const supply = { averageCents: 1600, capacity: 300 }
  expect(calculateExample({ ...guarantee, costs }, 140_000, supply)).toEqual([
    { tickets: 180, netCents: 196_000, shareCents: 140_000, basis: 'guarantee' },
    { tickets: 240, netCents: 292_000, shareCents: 175_200, basis: 'percentage' },
    { tickets: 300, netCents: 388_000, shareCents: 232_800, basis: 'percentage' },
  ])
  expect(calculateExample(percentage, null, { averageCents: 1600, capacity: 1 })).toHaveLength(1)
  expect(calculateExample(guarantee, 140_000, null)).toEqual([])
  expect(calculateExample(guarantee, 140_000, { averageCents: 0, capacity: 300 })).toEqual([])
})

test('names the fields of an invalid deal', () => {
  const list = (deal: Deal, feeCents: number | null, depositCents: number | null = null) =>
    listDealProblems(deal, { feeCents, depositCents, currency: 'USD' }).map(({ field }) => field)
  expect(list(FLAT_DEAL, 0)).toEqual([])
  expect(list({ ...guarantee, costs, isFeeGuaranteed: true }, 140_000, 140_000)).toEqual([])
  expect(list({ ...percentage, basisPoints: 10_000 }, null)).toEqual([])
  expect(list(FLAT_DEAL, null)).toEqual(['feeCents'])
  expect(list(guarantee, 0)).toEqual(['feeCents'])
  expect(list(percentage, 100)).toEqual(['feeCents'])
  expect(list({ ...FLAT_DEAL, basisPoints: 100 }, 100)).toEqual(['deal.basisPoints'])
  for (const basisPoints of [null, 0, 10_001])
    expect(list({ ...percentage, basisPoints }, null)).toEqual(['deal.basisPoints'])
  expect(list(FLAT_DEAL, 100, 101)).toEqual(['depositCents'])
  expect(list(FLAT_DEAL, 100, 99)).toEqual(['depositCents'])
  expect(list(percentage, null, 1)).toEqual(['depositCents'])
  expect(list({ ...FLAT_DEAL, costs: [{ label: '', cents: 0 }] }, 100)).toEqual([
    'deal.costs.0.label',
    'deal.costs.0.cents',
  ])
  expect(
    list({ ...FLAT_DEAL, costs: Array.from({ length: 11 }, () => ({ label: 'A', cents: 1 })) }, 1),
  ).toEqual(['deal.costs'])
  expect(list({ ...percentage, isFeeGuaranteed: true }, null)).toEqual(['deal.isFeeGuaranteed'])
  expect(list({ ...FLAT_DEAL, cancellation: { freeDays: 6, halfFeeDays: 6 } }, 1)).toEqual([
    'deal.cancellation.freeDays',
  ])
})

test('says by how much the shares of a door split differ from 100%', () => {
  expect(findSplitProblem([6000, 2500, 2000])).toBe('Shares add up to 105%. Remove 5%.')
  expect(findSplitProblem([6000, 3750])).toBe('Shares add up to 97.5%. Add 2.5%.')
  expect(findSplitProblem([6000, 4000])).toBeUndefined()
})

test('parses and formats percentages', () => {
  expect(['60', '60%', '62.5 %', '0,25', '', '-1', '60%%', '1e2'].map(parsePercent)).toEqual([
    6000,
    6000,
    6250,
    25,
    null,
    undefined,
    undefined,
    undefined,
  ])
  expect([6000, 6250, 25].map(formatPercent)).toEqual(['60%', '62.5%', '0.25%'])
  expect(formatDealAmount(guarantee, 140_000, 'USD')).toBe('$1,400.00 or 60% of net')
  expect(formatDealAmount(guarantee, 140_000, 'EUR')).toBe('€1,400.00 or 60% of net')
  expect(formatDealAmount(guarantee, 140_000, 'JPY')).toBe('¥140,000 or 60% of net')
  expect(formatDealAmount(percentage, null, 'USD')).toBe('60% of net')
  expect(formatDealAmount(FLAT_DEAL, null, 'USD')).toBeNull()
})
