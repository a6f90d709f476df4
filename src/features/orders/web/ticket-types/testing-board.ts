import type { PromoBoard, PromoRow, TicketBoard, TicketTypeRow } from '../../contract-types'

export const EVENT = '01a1fbc7-c116-73f4-9959-0d8be57bf3c2'
const type = (place: number, changes: Partial<TicketTypeRow>): TicketTypeRow => ({
  id: `01a1fbc7-0000-7000-8000-00000000000${place}`,
  name: 'General Admission',
  description: '',
  priceCents: 1600,
  stock: 400,
  soldOrHeld: 258,
  sold: 250,
  saleStartsAt: null,
  saleEndsAt: null,
  accessCode: null,
  waiting: 0,
  canBeRemoved: false,
  ...changes,
})

/** A ticket board with four types and 606 tickets, six more than the event's capacity of 600. */
export function createBoard(types: TicketTypeRow[] = createFourTypes()): TicketBoard {
  const stockSum = types.reduce((sum, { stock }) => sum + stock, 0)
  return { types, capacity: 600, stockSum, overCapacity: Math.max(0, stockSum - 600) }
}

export const createFourTypes = (): TicketTypeRow[] => [
  type(1, {
    name: 'Early Bird',
    priceCents: 1200,
    stock: 100,
    soldOrHeld: 100,
    saleEndsAt: '2020-11-01T22:00:00Z',
  }),
  type(2, {}),
  type(3, { name: 'Late Entry', stock: 100, soldOrHeld: 0, canBeRemoved: true }),
  type(4, { name: 'Crew Table', priceCents: 12_000, stock: 6, soldOrHeld: 4, accessCode: 'CREW88' }),
]

export const createPromo = (changes: Partial<PromoRow> = {}): PromoRow => ({
  id: '01a1fbc7-0000-7000-8000-0000000000a1',
  code: 'LEEDSCREW',
  percent: 20,
  amountCents: null,
  useLimit: 50,
  customerLimit: null,
  used: 34,
  startsAt: null,
  endsAt: '2026-12-04T23:59:00Z',
  state: 'open',
  canBeRemoved: false,
  ...changes,
})

export const createPromoBoard = (codes: PromoRow[] = [createPromo()]): PromoBoard => ({ codes })
