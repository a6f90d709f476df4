import { NO_TAX } from '~/lib/tax'
import type { Settlement } from '../../contract-settlement'

const createPerson = (id: string, name: string) => ({ id, name, avatarUrl: null })
export const jonas = createPerson('p-jonas', 'Jonas Wirth')
export const mara = createPerson('p-mara', 'Mara Voss')
export const juno = createPerson('p-juno', 'Juno Okafor')

type Share = Settlement['shares'][number]

/** A guarantee of €1,400.00 against 60% of net, with a deposit of €350.00. */
export const createShare = (changes: Partial<Share> = {}): Share => ({
  bookingId: 'b-mara',
  bookingNumber: 'BK-2026-0417',
  person: mara,
  kind: 'guarantee',
  basisPoints: 6000,
  fixedCents: 140_000,
  basis: 'percentage',
  shareCents: 202_958,
  depositCents: 35_000,
  releasedCents: 0,
  transferCents: 167_958,
  missingCents: 0,
  ...changes,
})

const createSide = (person: typeof jonas, acceptedAt: string | null = null) => ({
  person,
  acceptedAt,
  isOutdated: false,
})

/** Gross of €4,628.00, split between Jonas, who organizes, Mara and Juno. */
export const createSettlement = (changes: Partial<Settlement> = {}): Settlement => ({
  event: {
    id: 'e1',
    title: 'Low Ceiling',
    startsAt: '2026-12-11T22:00:00.000Z',
    timezone: 'Europe/Berlin',
    location: 'The Cistern, Berlin',
    currency: 'EUR',
    tax: NO_TAX,
    imageUrl: null,
    isCancelled: false,
    isDraft: false,
  },
  state: 'ready',
  isQuestionable: true,
  readyAt: '2026-12-12T11:00:00.000Z',
  side: 'organizer',
  organizer: jonas,
  digest: 'd1',
  income: [
    { id: 't-early', name: 'Early Bird', tickets: 100, cents: 140_000 },
    { id: 't-general', name: 'General Admission', tickets: 190, cents: 322_800 },
  ],
  counts: { sales: 148, refunds: 3, refundedTickets: 4, fees: 148, disputes: 0 },
  grossCents: 462_800,
  refundsCents: 7200,
  feesCents: 11_336,
  disputesCents: 0,
  taxCents: 0,
  costs: [
    {
      figure: 'cost:b-mara:0',
      label: 'Sound engineer',
      cents: 32_000,
      agreedCents: null,
      bookingId: 'b-mara',
      bookingNumber: 'BK-2026-0417',
    },
    {
      figure: 'cost:b-mara:1',
      label: 'Venue hire',
      cents: 74_000,
      agreedCents: 80_000,
      bookingId: 'b-mara',
      bookingNumber: 'BK-2026-0417',
    },
  ],
  costsCents: 106_000,
  netCents: 338_264,
  paidInCents: 35_000,
  paidInFeesCents: 0,
  depositsCents: 35_000,
  shares: [
    createShare(),
    createShare({
      bookingId: 'b-juno',
      bookingNumber: 'BK-2026-0418',
      person: juno,
      kind: 'percentage',
      basisPoints: 1500,
      fixedCents: null,
      shareCents: 50_740,
      depositCents: 0,
      transferCents: 50_740,
    }),
  ],
  organizerCents: 225_566,
  balanceCents: 444_264,
  sides: [createSide(jonas), createSide(mara), createSide(juno)],
  questions: [],
  settledAt: null,
  closeReason: null,
  debtCents: 0,
  transfers: [],
  ...changes,
})

/** Creates the sides, of which these people accepted on 12 December. */
export const createSides = (...people: (typeof jonas)[]): Settlement['sides'] =>
  [jonas, mara, juno].map((person) =>
    createSide(person, people.includes(person) ? '2026-12-12T12:05:00.000Z' : null),
  )

/** Creates a question of Mara, who expects €280.00 for the sound engineer. */
export const createQuestion = (
  changes: Partial<Settlement['questions'][number]> = {},
): Settlement['questions'][number] => ({
  id: 'q1',
  figure: 'cost:b-mara:0',
  person: mara,
  cents: 32_000,
  expectedCents: 28_000,
  isCorrectable: true,
  reason: 'We agreed €280.00.',
  createdAt: '2026-12-13T11:10:00.000Z',
  resolution: null,
  reply: '',
  ...changes,
})
