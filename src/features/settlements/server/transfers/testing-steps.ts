import { DEAL_KINDS, FLAT_DEAL, type Deal, hasFixedAmount } from '~/features/bookings/rules/deal'
import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  option,
  record,
  tuple,
} from '~tests/support/fast-check'
import type { Reply } from './testing-provider'

/** `n` and `person` select a row by modulo, so that every number is valid. Person 0 is the organizer. */
export type Step =
  | { kind: 'sell'; quantities: number[]; isByCard: boolean; isPosted: boolean }
  | { kind: 'refund'; n: number; scope: 'ticket' | 'order' }
  | { kind: 'settle refund'; n: number; bank: 'pays' | 'rejects' }
  | { kind: 'fee'; n: number; cents: number }
  | { kind: 'open dispute'; n: number; isPart: boolean }
  | { kind: 'close dispute'; n: number; outcome: 'won' | 'lost' }
  | { kind: 'pass time'; hours: number }
  | { kind: 'question'; person: number; n: number; expectedCents: number | null }
  | { kind: 'resolve'; n: number; resolution: 'corrected' | 'confirmed' | 'withdrawn' }
  | { kind: 'accept'; person: number; isStale: boolean }
  | { kind: 'withdraw' | 'connect' | 'disconnect'; person: number }
  | { kind: 'close'; isStale: boolean }
  | { kind: 'send'; replies: Reply[] }
  | { kind: 'scan' | 'accept all' | 'release' | 'adjust' | 'return deposits' | 'cancel event' }
  /** The bank approves a late payment in a later `approve` step. */
  | { kind: 'pay'; n: number; purpose: 'deposit' | 'balance'; isPart: boolean; isLate: boolean }
  /** `payment` counts back from the latest payment for any booking, which is 0. */
  | { kind: 'approve'; payment: number }
  | { kind: 'cancel booking'; n: number; isByDj: boolean; daysBefore: number }
  /** Only for controls: a change that no code of the product may make. */
  | { kind: 'insert transfer'; person: number }

export interface History {
  prices: number[]
  deals: { feeCents: number | null; depositCents: number | null; deal: Deal }[]
  connected: boolean[]
  steps: Step[]
}

/** The days before the set on which bookings are cancelled. The set is a week after the start of the history. */
const CANCELLATION_DAYS = [7, 4, 1]

const n = nat(5)
const person = nat(3)
const isRare = nat(4).map((x) => x === 0)
const cents = constantFrom(1, 333, 2_000, 4_999)

const sell: Arbitrary<Step> = record({
  kind: constant('sell'),
  quantities: constantFrom([10, 0], [3, 2], [1, 1], [7, 3]),
  isByCard: isRare,
  isPosted: isRare.map((x) => !x),
})
const refund: Arbitrary<Step> = record({
  kind: constant('refund'),
  n,
  scope: constantFrom('ticket', 'ticket', 'order'),
})
const settleRefund: Arbitrary<Step> = record({
  kind: constant('settle refund'),
  n,
  bank: constantFrom('pays', 'rejects'),
})
const fee: Arbitrary<Step> = record({ kind: constant('fee'), n, cents: constantFrom(1, 26, 515, -26) })
const openDispute: Arbitrary<Step> = record({ kind: constant('open dispute'), n, isPart: boolean() })
const closeDispute: Arbitrary<Step> = record({
  kind: constant('close dispute'),
  n,
  outcome: constantFrom('won', 'lost'),
})
/** Only a payment by card can be disputed. */
const dispute: Arbitrary<Step[]> = tuple(sell, openDispute, option(closeDispute)).map(
  ([sale, opened, closed]) => [
    { ...sale, isByCard: true } as Step,
    opened,
    ...(closed === null ? [] : [closed]),
  ],
)
const passTime: Arbitrary<Step> = record({ kind: constant('pass time'), hours: constantFrom(7, 23, 40, 400) })
const question: Arbitrary<Step> = record({
  kind: constant('question'),
  person,
  n: nat(9),
  expectedCents: option<number>(cents),
})
const resolve: Arbitrary<Step> = record({
  kind: constant('resolve'),
  n,
  resolution: constantFrom('corrected', 'confirmed', 'withdrawn'),
})
const accept: Arbitrary<Step> = record({ kind: constant('accept'), person, isStale: isRare })
const createAccept = (side: number): Arbitrary<Step> =>
  record({ kind: constant('accept'), person: constant(side), isStale: constant(false) })
const acceptAll: Arbitrary<Step> = record({ kind: constant('accept all') })
const close: Arbitrary<Step> = record({ kind: constant('close'), isStale: isRare })
const send: Arbitrary<Step> = record({
  kind: constant('send'),
  replies: array(constantFrom<Reply>('sends', 'sends', 'fails', 'loses', 'loses'), {
    minLength: 1,
    maxLength: 3,
  }),
})
const connect: Arbitrary<Step> = record({ kind: constantFrom('connect', 'connect', 'disconnect'), person })
const createPlain = (kind: 'scan' | 'release' | 'adjust' | 'return deposits'): Arbitrary<Step> =>
  record({ kind: constant(kind) })

const createPay = (
  purpose: 'deposit' | 'balance',
  { isLate = false, isPart }: { isLate?: boolean; isPart?: boolean } = {},
): Arbitrary<Step> =>
  record({
    kind: constant('pay'),
    n,
    purpose: constant(purpose),
    isPart: isPart === undefined ? boolean() : constant(isPart),
    isLate: constant(isLate),
  })
const approve: Arbitrary<Step> = record({ kind: constant('approve'), payment: constantFrom(0, 0, 1) })
const cancelBooking: Arbitrary<Step> = record({
  kind: constant('cancel booking'),
  n,
  isByDj: isRare,
  daysBefore: constantFrom(...CANCELLATION_DAYS),
})
const returnDeposits = createPlain('return deposits')
const cancelEvent: Arbitrary<Step> = constant({ kind: 'cancel event' })

/** Returns steps that all belong to the same booking. */
const createForBooking = (...steps: Arbitrary<Step>[]): Arbitrary<Step[]> =>
  tuple(nat(2), tuple(...steps)).map(([booking, list]) =>
    list.map((step) => ('n' in step ? { ...step, n: booking } : step)),
  )
const payment = oneof(
  createForBooking(createPay('deposit')),
  createForBooking(createPay('balance')),
  createForBooking(createPay('deposit'), createPay('balance')),
  // The first payment is approved too late: the second one has paid part of the same amount.
  createForBooking(
    createPay('balance', { isLate: true, isPart: false }),
    createPay('balance', { isPart: true }),
    constant({ kind: 'approve', payment: 1 }),
  ),
)
const cancellation = oneof(
  { weight: 2, arbitrary: createForBooking(cancelBooking, returnDeposits) },
  { weight: 2, arbitrary: createForBooking(createPay('deposit'), cancelBooking) },
  {
    weight: 2,
    arbitrary: createForBooking(createPay('deposit'), createPay('balance'), cancelBooking, returnDeposits),
  },
  { weight: 1, arbitrary: createForBooking(createPay('deposit', { isLate: true }), cancelBooking, approve) },
  { weight: 1, arbitrary: createForBooking(createPay('balance', { isLate: true }), cancelBooking, approve) },
)
const beforeEvent = oneof(
  { weight: 10, arbitrary: payment },
  { weight: 9, arbitrary: cancellation },
  { weight: 1, arbitrary: tuple(cancelEvent) },
)

const money = oneof(
  { weight: 3, arbitrary: tuple(sell) },
  { weight: 3, arbitrary: tuple(refund) },
  { weight: 1, arbitrary: tuple(refund, settleRefund) },
  { weight: 2, arbitrary: tuple(fee) },
  { weight: 1, arbitrary: dispute },
  { weight: 1, arbitrary: payment },
)
const adjust = createPlain('adjust')
const payout = oneof(
  { weight: 2, arbitrary: tuple(adjust) },
  { weight: 4, arbitrary: tuple(send) },
  { weight: 2, arbitrary: tuple(connect) },
  { weight: 2, arbitrary: tuple(send, refund, adjust, send) },
  { weight: 1, arbitrary: tuple(sell, adjust, refund, adjust) },
)
const release: Arbitrary<Step[]> = tuple(
  constant<Step>({ kind: 'pass time', hours: 40 }),
  createPlain('scan'),
  createPlain('release'),
)
const agreement = oneof(
  { weight: 2, arbitrary: tuple(accept) },
  { weight: 2, arbitrary: tuple(createAccept(0), oneof(fee, refund), createAccept(1)) },
  { weight: 1, arbitrary: tuple(createPlain('release')) },
  { weight: 2, arbitrary: release },
  {
    weight: 2,
    arbitrary: tuple(createForBooking(createPay('balance')), refund, fee, release).map(
      ([paid, refunded, taken, released]) => [...paid, refunded, taken, ...released],
    ),
  },
  { weight: 1, arbitrary: createForBooking(createPay('deposit')) },
  { weight: 1, arbitrary: tuple(question) },
  { weight: 2, arbitrary: tuple(question, resolve) },
  { weight: 1, arbitrary: tuple(record({ kind: constant('withdraw'), person }) as Arbitrary<Step>) },
  { weight: 1, arbitrary: tuple(passTime) },
)
const anything: Arbitrary<Step[]> = oneof(
  money,
  payout,
  agreement,
  tuple(close),
  tuple(acceptAll),
  tuple(closeDispute),
  tuple(approve),
  tuple(returnDeposits),
)

/** Lists steps that are mostly of this phase, and sometimes of any other. */
const listSteps = (phase: Arbitrary<Step[]>, minLength: number, maxLength: number): Arbitrary<Step[]> =>
  array(oneof({ weight: 5, arbitrary: phase }, { weight: 1, arbitrary: anything }), {
    minLength,
    maxLength,
    size: 'max',
  }).map((steps) => steps.flat())

const end: Arbitrary<Step[]> = oneof(
  { weight: 5, arbitrary: tuple(acceptAll) },
  { weight: 2, arbitrary: tuple(constant<Step>({ kind: 'pass time', hours: 400 }), close) },
  { weight: 1, arbitrary: constant<Step[]>([]) },
)

const terms: Arbitrary<History['deals'][number]> = record({
  kind: constantFrom(...DEAL_KINDS),
  feeCents: constantFrom(1, 5_000, 12_345, 30_000),
  basisPoints: constantFrom(1_500, 3_333, 5_000, 10_000),
  costs: array(cents, { maxLength: 2 }),
  isGuaranteed: boolean(),
  /** The deposit is the fee divided by this number. */
  depositDivisor: option(constantFrom(1, 2, 3), { freq: 3 }),
  cancellation: constantFrom({ freeDays: 5, halfFeeDays: 2 }, { freeDays: 21, halfFeeDays: 6 }),
}).map(({ kind, feeCents, basisPoints, costs, isGuaranteed, depositDivisor, cancellation: days }) => ({
  feeCents: hasFixedAmount({ kind }) ? feeCents : null,
  depositCents:
    hasFixedAmount({ kind }) && depositDivisor !== null ? Math.ceil(feeCents / depositDivisor) : null,
  deal: {
    ...FLAT_DEAL,
    kind,
    basisPoints: kind === 'flat' ? null : basisPoints,
    costs: costs.map((cost, index) => ({ label: `Cost ${index + 1}`, cents: cost })),
    isFeeGuaranteed: isGuaranteed && hasFixedAmount({ kind }),
    cancellation: days,
  },
}))

/**
 * A history: tickets are sold, the event ends, the sides agree or disagree, and refunds or disputes then change the
 * money.
 */
export const history: Arbitrary<History> = record({
  prices: tuple(constantFrom(1_600, 1_333), constantFrom(1_000, 7)),
  deals: oneof(tuple(terms), tuple(terms, terms), tuple(terms, terms, terms)),
  connected: array(constantFrom(true, true, false), { minLength: 4, maxLength: 4 }),
  steps: tuple(
    sell,
    listSteps(money, 0, 2),
    listSteps(beforeEvent, 0, 2),
    constantFrom<Step>({ kind: 'pass time', hours: 7 }, { kind: 'pass time', hours: 40 }),
    listSteps(agreement, 0, 3),
    end,
    listSteps(oneof(money, payout, payout), 1, 4),
  ).map(([first, before, bookings, ended, agreed, settled, after]) => [
    first,
    ...before,
    ...bookings,
    ended,
    ...agreed,
    ...settled,
    ...after,
  ]),
})
