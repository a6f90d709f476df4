import { NO_TAX } from '~/lib/tax'
import type { Entry, MoneyOverview, Statement, StatementRow } from '../../contract'

export const eventFields = {
  id: 'e1',
  title: 'Low Ceiling',
  startsAt: '2026-12-11T22:00:00.000Z',
  timezone: 'Europe/Berlin',
  isDateOpen: false,
}
export const currency = 'EUR' as const
export const overview: MoneyOverview = {
  balances: [
    { currency, nextPayoutCents: 0, heldCents: 872_150, balanceCents: 872_150, disputedCents: 3600 },
  ],
  dispute: {
    open: 1,
    next: { id: 'dp_31', dueBy: '2026-12-22T12:00:00.000Z', timezone: 'Europe/Berlin' },
  },
  events: [{ ...eventFields, currency, cents: 872_150, heldCents: 872_150 }],
}
export const createRow = (changes: Partial<StatementRow>): StatementRow => ({
  line: 'sales',
  firstDay: '2026-12-01',
  lastDay: '2026-12-11',
  cents: 250_800,
  entries: 77,
  tickets: 150,
  openDisputes: 0,
  evidenceDueBy: null,
  balanceCents: 457_527,
  ...changes,
})
export const refunds = createRow({
  line: 'refunds',
  firstDay: '2026-12-03',
  lastDay: '2026-12-05',
  cents: -7200,
  entries: 3,
  tickets: 4,
  balanceCents: 450_327,
})
export const statement: Statement = {
  month: '2026-12',
  currency,
  currentMonth: '2026-12',
  firstMonth: '2026-11',
  openingCents: 206_727,
  closingCents: 450_327,
  closingDay: '2026-12-14',
  cents: 243_600,
  events: [
    {
      event: { ...eventFields, tax: NO_TAX, imageUrl: null, status: 'published', isPast: false },
      cents: 243_600,
      lines: [createRow({}), refunds],
    },
  ],
}
export const createEntry = (id: number, changes: Partial<Entry> = {}): Entry => ({
  id,
  line: 'sales',
  day: '2026-12-11',
  postedAt: '2026-12-11T20:58:00.000Z',
  cents: 1800,
  currency,
  tickets: 1,
  orderNumber: `OR-2026-${id}`,
  buyerName: 'Priya Raman',
  event: { id: 'e1', title: 'Low Ceiling', timezone: 'Europe/Berlin', tax: NO_TAX },
  ...changes,
})
