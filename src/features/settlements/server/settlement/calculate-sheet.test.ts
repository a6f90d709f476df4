import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
} from '~tests/support/fast-check'
import { describe, expect, test } from 'vitest'
import { type Deal, FLAT_DEAL } from '~/features/bookings/rules/deal'
import { randomRuns } from '~tests/support/random-runs'
import { addProviderFee } from '~/features/bookings/rules/booking-payment'
import { calculateCoverage, calculateSheet, type EventMoney, type SheetBooking } from './calculate-sheet'

const costs = [
  { label: 'Venue hire', cents: 60_000 },
  { label: 'Sound engineer', cents: 32_000 },
  { label: 'Hotel', cents: 14_000 },
]

function createBooking(
  id: string,
  deal: Partial<Deal>,
  more: Partial<Omit<SheetBooking, 'deal'>> = {},
): SheetBooking {
  return {
    id,
    deal: { ...FLAT_DEAL, ...deal },
    feeCents: null,
    depositCents: 0,
    paidBalanceCents: 0,
    releasedCents: 0,
    cancelledCents: null,
    finalCents: null,
    ...more,
  }
}

const nothing: EventMoney = {
  grossCents: 0,
  refundsCents: 0,
  feesCents: 0,
  disputesCents: 0,
  taxCents: 0,
  paidInCents: 0,
  paidInFeesCents: 0,
  depositsCents: 0,
  releasedCents: 0,
}
const createSales = (grossCents: number): EventMoney => ({ ...nothing, grossCents })
const cover = (money: EventMoney, bookings: SheetBooking[]) =>
  calculateCoverage(calculateSheet(money, bookings), bookings)
/** The money of an event whose organizer paid a deposit that was transferred to the DJ. */
const deposit = { paidInCents: 35_000, depositsCents: 35_000 }

describe('the settlement of the design', () => {
  const mara = createBooking(
    'mara',
    { kind: 'guarantee', basisPoints: 6000, costs },
    { feeCents: 140_000, depositCents: 35_000 },
  )
  const juno = createBooking('juno', { kind: 'percentage', basisPoints: 1500 })
  const money = {
    ...nothing,
    ...deposit,
    grossCents: 462_800,
    refundsCents: 7_200,
    feesCents: 11_336,
    taxCents: 72_743,
  }

  test('pays the greater of guarantee and percentage, less the deposit', () => {
    const sheet = calculateSheet(money, [mara, juno])
    expect(sheet).toMatchObject({ costsCents: 106_000, netCents: 265_521 })
    expect(sheet.shares).toMatchObject([
      { bookingId: 'mara', basis: 'percentage', shareCents: 159_313, transferCents: 124_313 },
      { bookingId: 'juno', basis: 'percentage', shareCents: 39_828, transferCents: 39_828 },
    ])
    // The organizer gets their part of net, the costs, the tax and the deposit that they paid.
    expect(sheet.organizerCents).toBe(280_123)
  })

  test('the guarantee applies if the percentage gives less', () => {
    const less = {
      ...nothing,
      ...deposit,
      grossCents: 406_400,
      refundsCents: 7_200,
      feesCents: 9_980,
      taxCents: 63_738,
    }
    expect(calculateSheet(less, [mara, juno])).toMatchObject({
      netCents: 219_482,
      shares: [
        { basis: 'guarantee', shareCents: 140_000, transferCents: 105_000 },
        { shareCents: 32_922, transferCents: 32_922 },
      ],
    })
  })
})

test('tax stays with the organizer: no fee is paid or covered from it', () => {
  const booking = createBooking('a', { isFeeGuaranteed: true }, { feeCents: 11_000 })
  const money = { ...createSales(11_900), taxCents: 1_900 }
  expect(calculateSheet(money, [booking])).toMatchObject({
    netCents: 10_000,
    shares: [{ shareCents: 11_000, transferCents: 10_000, missingCents: 1_000 }],
    organizerCents: 1_900,
  })
  expect(cover(money, [booking])).toEqual([{ bookingId: 'a', heldCents: 10_000, feeCents: 11_000 }])
})

test('without bookings, the organizer gets all of net', () => {
  expect(calculateSheet(createSales(5_000), [])).toMatchObject({ shares: [], organizerCents: 5_000 })
})

test('a percentage of a negative net is $0.00', () => {
  const sheet = calculateSheet(createSales(1_000), [
    createBooking('a', { kind: 'percentage', basisPoints: 5000, costs }),
  ])
  expect(sheet.shares).toMatchObject([{ shareCents: 0, transferCents: 0, missingCents: 0 }])
  expect(sheet).toMatchObject({ netCents: -105_000, organizerCents: 1_000 })
})

test('the balance pays guaranteed fees first, and the organizer owes the uncovered part', () => {
  const sheet = calculateSheet(createSales(50_000), [
    createBooking('flat', { kind: 'flat' }, { feeCents: 40_000 }),
    createBooking('guaranteed', { kind: 'flat', isFeeGuaranteed: true }, { feeCents: 30_000 }),
  ])
  expect(sheet.shares).toMatchObject([
    { bookingId: 'flat', transferCents: 20_000, missingCents: 20_000 },
    { bookingId: 'guaranteed', transferCents: 30_000, missingCents: 0 },
  ])
  expect(sheet.organizerCents).toBe(0)
})

test('a released fee is part of the share and of the balance', () => {
  const booking = createBooking(
    'a',
    { kind: 'guarantee', basisPoints: 6000, isFeeGuaranteed: true },
    { feeCents: 30_000, releasedCents: 30_000 },
  )
  expect(calculateSheet({ ...createSales(100_000), releasedCents: 30_000 }, [booking])).toMatchObject({
    shares: [{ shareCents: 60_000, transferCents: 30_000 }],
    organizerCents: 40_000,
  })
})

test('tickets cover guaranteed fees in the order of the bookings', () => {
  const bookings = [
    createBooking('a', { isFeeGuaranteed: true }, { feeCents: 10_000, depositCents: 2_000 }),
    createBooking('not guaranteed', {}, { feeCents: 10_000 }),
    createBooking('b', { isFeeGuaranteed: true }, { feeCents: 10_000 }),
  ]
  expect(cover(createSales(11_000), bookings)).toEqual([
    { bookingId: 'a', heldCents: 8_000, feeCents: 8_000 },
    { bookingId: 'b', heldCents: 3_000, feeCents: 10_000 },
  ])
  expect(cover({ ...nothing, disputesCents: 500 }, bookings).map(({ heldCents }) => heldCents)).toEqual([
    0, 0,
  ])
})

test('a payment towards a fee pays its booking first, and the rest stays in the event', () => {
  const bookings = [
    createBooking('first', {}, { feeCents: 10_000 }),
    createBooking('paid', {}, { feeCents: 30_000, paidBalanceCents: 25_000 }),
  ]
  expect(calculateSheet({ ...createSales(8_000), paidInCents: 25_000 }, bookings)).toMatchObject({
    shares: [
      { transferCents: 8_000, missingCents: 2_000 },
      { transferCents: 25_000, missingCents: 5_000 },
    ],
    organizerCents: 0,
  })
  const guaranteed = createBooking(
    'a',
    { isFeeGuaranteed: true },
    { feeCents: 30_000, paidBalanceCents: 25_000 },
  )
  expect(cover({ ...createSales(8_000), paidInCents: 25_000 }, [guaranteed])).toEqual([
    { bookingId: 'a', heldCents: 30_000, feeCents: 30_000 },
  ])
})

test('the organizer bears the processing fees of payments for bookings, not the DJs', () => {
  const booking = createBooking('a', { kind: 'percentage', basisPoints: 5000 })
  const money = { ...createSales(10_000), ...deposit, paidInFeesCents: 500 }
  expect(calculateSheet(money, [booking])).toMatchObject({
    netCents: 10_000,
    shares: [{ transferCents: 5_000 }],
    organizerCents: 4_500,
  })
})

test('a top-up with its processing fee covers a guaranteed fee, and the settlement pays the fee in full', () => {
  const createPaid = (paidBalanceCents: number) =>
    createBooking('a', { isFeeGuaranteed: true }, { feeCents: 30_000, paidBalanceCents })
  const pay = (cents: number) => ({ ...nothing, paidInCents: cents, paidInFeesCents: 900 })
  expect(cover(pay(30_000), [createPaid(30_000)])).toMatchObject([{ heldCents: 29_100, feeCents: 30_000 }])
  const paidCents = addProviderFee(30_000)
  expect(cover(pay(paidCents), [createPaid(paidCents)])).toMatchObject([{ heldCents: 30_000 }])
  expect(calculateSheet(pay(paidCents), [createPaid(paidCents)])).toMatchObject({
    shares: [{ transferCents: 30_000, missingCents: 0 }],
    organizerCents: paidCents - 30_900,
  })
})

test('the share of a cancelled booking follows its cancellation terms, and its costs don’t count', () => {
  const booking = createBooking(
    'a',
    { kind: 'guarantee', basisPoints: 6000, costs },
    { feeCents: 140_000, cancelledCents: 70_000, depositCents: 35_000 },
  )
  expect(calculateSheet({ ...createSales(100_000), ...deposit }, [booking])).toMatchObject({
    costsCents: 0,
    netCents: 100_000,
    shares: [{ basis: 'cancelled', shareCents: 70_000, transferCents: 35_000 }],
    organizerCents: 65_000,
  })
})

test('a DJ who deleted their account keeps their transfers before the others, even beyond the money of the event', () => {
  const bookings = [
    createBooking('mara', {}, { feeCents: 60_000 }),
    createBooking('juno', { isFeeGuaranteed: true }, { feeCents: 70_000, finalCents: 50_000 }),
  ]
  expect(calculateSheet(createSales(80_000), bookings)).toMatchObject({
    shares: [
      { transferCents: 30_000, missingCents: 30_000 },
      { basis: 'deleted', shareCents: 50_000, transferCents: 50_000, missingCents: 0 },
    ],
    organizerCents: 0,
  })
  expect(calculateSheet(createSales(40_000), bookings)).toMatchObject({
    shares: [{ transferCents: 0 }, { transferCents: 50_000 }],
    organizerCents: -10_000,
  })
  expect(cover(createSales(80_000), bookings)).toEqual([])
})

test('releases, transfers and the organizer’s rest add up to the money of the event, and no transfer is negative', () => {
  const cents = integer({ min: 0, max: 500_000 })
  const deal = record({
    kind: constantFrom<Deal['kind'][]>('flat', 'percentage', 'guarantee', 'split'),
    basisPoints: integer({ min: 1, max: 10_000 }),
    costs: array(record({ label: constantFrom('Hotel'), cents }), { maxLength: 3 }),
    isFeeGuaranteed: boolean(),
    cancellation: constantFrom(FLAT_DEAL.cancellation),
  })
  const money = record({ grossCents: cents, refundsCents: cents, feesCents: cents, disputesCents: cents })
  const booking = record({
    deal,
    feeCents: cents,
    depositCents: cents,
    paidBalanceCents: cents,
    cancelledCents: option(cents),
    finalCents: option(cents),
  })
  assert(
    property(money, array(booking, { maxLength: 4 }), cents, (ofTickets, bookings, paidInFeesCents) => {
      const sum = (key: 'depositCents' | 'paidBalanceCents') =>
        bookings.reduce((total, row) => total + row[key], 0)
      const paidInCents = sum('depositCents') + sum('paidBalanceCents')
      const sheet = calculateSheet(
        { ...nothing, ...ofTickets, paidInCents, paidInFeesCents, depositsCents: sum('depositCents') },
        bookings.map((row, index) => ({ ...row, id: String(index), releasedCents: 0 })),
      )
      const transferred = sheet.shares.reduce((total, { transferCents }) => total + transferCents, 0)
      const moneyCents = sheet.balanceCents + sum('paidBalanceCents') - paidInFeesCents
      expect(transferred + sheet.organizerCents).toBe(moneyCents)
      expect(sheet.shares.every(({ transferCents }) => transferCents >= 0)).toBe(true)
      // The organizer is in debt only if the event lost money or paid a DJ who has deleted their account.
      const sentCents = sheet.shares.reduce(
        (total, { basis, transferCents }) => total + (basis === 'deleted' ? transferCents : 0),
        0,
      )
      expect(sheet.organizerCents).toBeGreaterThanOrEqual(Math.min(moneyCents - sentCents, 0))
    }),
    { numRuns: randomRuns(200) },
  )
})
