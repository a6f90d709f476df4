import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { recordExport } from '~/database/record-export'
import { type Currency, getDecimals } from '~/lib/currency'
import { createErrorResponse } from '~/platform/http/http-response'
import { createCsvResponse, type CsvColumn } from '~/platform/http/csv-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { canAct } from '../../rules/event-policy'
import { findEventWithSales } from './get-sales-figures'

interface DayOfType {
  day: string
  type: string
  tickets: number
  cents: number
}

const counts: readonly CsvColumn<DayOfType>[] = [
  { header: 'Day', of: ({ day }) => day },
  { header: 'Ticket type', of: ({ type }) => type },
  { header: 'Tickets', of: ({ tickets }) => tickets },
]
const createMoneyColumns = (currency: Currency): readonly CsvColumn<DayOfType>[] => [
  ...counts,
  // The revenue is written as a number, because a spreadsheet would not add up text.
  { header: 'Revenue', of: ({ cents }) => cents / 10 ** getDecimals(currency) },
  { header: 'Currency', of: () => currency },
]

/** CSV of tickets sold per ticket type and day, net of refunds; revenue only for people who may see it. */
export function createNumbersExportRoute(
  { db }: { db: Database },
  now: () => Date = () => new Date(),
): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/events\/(?<id>[^/]+)\/sales\.csv$/,
    kind: 'rest',
    access: 'signed_in',
    async handle(request) {
      const caller = await request.scope.caller()
      const own = caller && (await findEventWithSales({ caller, db, now }, request.params['id'] ?? ''))
      if (!own) return createErrorResponse(404, 'NOT_FOUND', 'Event not found')
      await recordExport(db, request, {
        action: 'events.export',
        table: 'ticket_sales',
        details: { event: own.id },
      })
      const columns = canAct(own.relations, 'sales') ? createMoneyColumns(own.currency) : counts
      return createCsvResponse({
        name: 'sales',
        now: now(),
        columns,
        pages: createSinglePage(() => listDailySales(db, own.id)),
      })
    },
  }
}

async function* createSinglePage<Row>(read: () => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield await read()
}

async function listDailySales(db: Database, eventId: string): Promise<DayOfType[]> {
  const { rows } = await sql<DayOfType>`
    select s.day::text as day, t.name as type, s.tickets, s.cents
    from ticket_types t join ticket_sales s on s.ticket_type_id = t.id
    where t.event_id = ${eventId}::uuid order by s.day, t.sort_order, t.id`.execute(db)
  return rows
}
