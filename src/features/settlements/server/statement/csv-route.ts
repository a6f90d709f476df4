import { getDecimals } from '~/lib/currency'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { iteratePages } from '~/lib/iterate-pages'
import { createCsvResponse, type CsvColumn } from '~/platform/http/csv-response'
import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { type entry, entryFilters } from '../../contract'
import { calculateLineTax } from '../../rules/line-tax'
import { lineLabels } from '../../rules/statement-line'
import { listEntries } from './list-entries'
import { isOwnEvent } from './statement-queries'

const PAGE = 1000

type Entry = z.input<typeof entry>

const columns: readonly CsvColumn<Entry>[] = [
  { header: 'Date (UTC)', of: ({ postedAt }) => new Date(postedAt).toISOString() },
  // The day of posting decides in which month an entry is.
  { header: 'Day', of: ({ day }) => day },
  { header: 'Event', of: ({ event }) => event.title },
  { header: 'Entry', of: ({ line }) => lineLabels[line] },
  { header: 'Order', of: ({ orderNumber }) => orderNumber },
  { header: 'Tickets', of: ({ tickets }) => tickets },
  // Amounts are numbers, because a spreadsheet wouldn't add up negative amounts given as text.
  { header: 'Amount', of: ({ cents, currency }) => cents / 10 ** getDecimals(currency) },
  {
    header: 'Tax in amount',
    of: (row) => calculateLineTax(row, row.event.tax) / 10 ** getDecimals(row.currency),
  },
  { header: 'Currency', of: ({ currency }) => currency },
  { header: 'Ledger entry', of: ({ id }) => id },
]

/**
 * Serves `GET /api/v1/me/money.csv?month=&kind=&event=&line=&q=`: the single entries that the page shows with the same
 * filters. The file contains no personal data, so downloads aren't recorded in the audit log.
 */
export function createMoneyCsvRoute({ db }: { db: Database }, now: () => Date = () => new Date()): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/api\/v1\/me\/money\.csv$/,
    kind: 'rest',
    access: 'members_area',
    async handle({ search, scope }) {
      const caller = await scope.caller()
      if (!caller) return createErrorResponse(404, 'NOT_FOUND', 'Event not found')
      const filters = entryFilters
        .strict()
        .safeParse(Object.fromEntries([...search].filter(([, value]) => value !== '')))
      if (!filters.success)
        return createErrorResponse(400, 'BAD_REQUEST', 'Unknown filter. Use the filters of the Money page.')
      const reads = { db, personId: caller.id, now: now() }
      if (filters.data.event !== undefined && !(await isOwnEvent(reads, filters.data.event)))
        return createErrorResponse(404, 'NOT_FOUND', 'Event not found')
      return createCsvResponse({
        name: 'money',
        now: reads.now,
        columns,
        pages: iteratePages(async (after) => {
          const { entries, nextCursor } = await listEntries(reads, { ...filters.data, after }, PAGE)
          return { rows: entries, nextCursor }
        }),
      })
    },
  }
}
