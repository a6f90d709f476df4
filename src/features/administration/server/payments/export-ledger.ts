import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '~/database/connect'
import { recordExport } from '~/database/record-export'
import { getFirstDay, getLastDay, isMonth } from '~/features/settlements/rules/statement-month'
import { type Currency, getDecimals } from '~/lib/currency'
import { createCsvResponse, type CsvColumn } from '~/platform/http/csv-response'
import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import {
  accountLabels,
  type LedgerAccount,
  type LedgerKind,
  ledgerKindLabels,
} from '../../rules/ledger-labels'

/** The number of transactions that one query reads. */
const PAGE = 1000

interface Entry {
  id: number
  transactionId: string
  postedAt: Date
  day: string
  kind: LedgerKind
  account: LedgerAccount
  eventTitle: string | null
  orderNumber: string | null
  amount: number
  currency: Currency
}

const columns: readonly CsvColumn<Entry>[] = [
  { header: 'Date (UTC)', of: ({ postedAt }) => postedAt },
  // The day of posting decides in which month an entry is.
  { header: 'Day', of: ({ day }) => day },
  { header: 'Transaction', of: ({ transactionId }) => transactionId },
  { header: 'Type', of: ({ kind }) => ledgerKindLabels[kind] },
  { header: 'Event', of: ({ eventTitle }) => eventTitle },
  { header: 'Order', of: ({ orderNumber }) => orderNumber },
  { header: 'Account', of: ({ account }) => accountLabels[account] },
  // Amounts are numbers, because a spreadsheet wouldn't add up negative amounts given as text.
  { header: 'Amount', of: ({ amount, currency }) => amount / 10 ** getDecimals(currency) },
  { header: 'Currency', of: ({ currency }) => currency },
  { header: 'Ledger entry', of: ({ id }) => id },
]

const exportQuery = z.strictObject({ month: z.string().refine(isMonth) })

/**
 * `GET /admin/ledger.csv?month=2026-11`: exports all entries of the ledger of a month, the oldest first. The file
 * names no people. The export is logged.
 */
export function createLedgerExportRoute({ db }: { db: Database }): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/admin\/ledger\.csv$/,
    kind: 'rest',
    access: 'admin',
    async handle(request) {
      const query = exportQuery.safeParse(
        Object.fromEntries([...request.search].filter(([, value]) => value !== '')),
      )
      if (!query.success) return createErrorResponse(400, 'BAD_REQUEST', 'Use a month such as 2026-12.')
      const { month } = query.data
      await recordExport(db, request, { action: 'money.export_ledger', table: 'ledger', details: { month } })
      return createCsvResponse({
        name: `ledger-${month}`,
        now: new Date(),
        columns,
        pages: generateEntries(db, month),
      })
    },
  }
}

/** Yields the entries of a month. The entries of a transaction are on the same page, so that each page adds up to zero. */
async function* generateEntries(db: Database, month: string): AsyncGenerator<readonly Entry[]> {
  let after: Pick<Entry, 'day' | 'transactionId'> | undefined
  do {
    const isAfter = after
      ? sql`(day, id) > (${after.day}::date, ${after.transactionId}::uuid)`
      : sql`day >= ${getFirstDay(month)}::date`
    const { rows } = await sql<Entry>`
      select l.id::float8 as id, t.id as "transactionId", t.posted_at as "postedAt", t.day::text as day, t.kind, l.account,
        e.title as "eventTitle", o.order_number as "orderNumber", l.amount::float8 as amount, l.currency
      from (
        select * from ledger_transactions where ${isAfter} and day <= ${getLastDay(month)}::date
        order by day, id limit ${sql.lit(PAGE)}
      ) t join ledger_entries l on l.transaction_id = t.id
        left join events e on e.id = t.event_id left join orders o on o.id = t.order_id
      order by t.day, t.id, l.id`.execute(db)
    yield rows
    after = rows.at(-1)
  } while (after !== undefined)
}
