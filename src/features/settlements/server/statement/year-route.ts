import type { Database } from '~/database/connect'
import { getDecimals } from '~/lib/currency'
import { createCsvResponse, type CsvColumn } from '~/platform/http/csv-response'
import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { statementYear } from '../../contract'
import { lineLabels } from '../../rules/statement-line'
import { addMonths, isMonthOver } from '../../rules/statement-month'
import type { PersonReads } from '../context'
import { getStatement, sumLines } from './get-statement'

type Statement = Awaited<ReturnType<typeof getStatement>>
type Row = Pick<Statement, 'month' | 'currency'> & {
  label: string
  entries: number | null
  tickets: number | null
  cents: number
  taxCents: number | null
}

const columns: readonly CsvColumn<Row>[] = [
  { header: 'Month', of: ({ month }) => month },
  { header: 'Entry', of: ({ label }) => label },
  { header: 'Number of entries', of: ({ entries }) => entries },
  { header: 'Tickets', of: ({ tickets }) => tickets },
  // Amounts are numbers, because a spreadsheet wouldn't add up negative amounts given as text.
  { header: 'Amount', of: ({ cents, currency }) => cents / 10 ** getDecimals(currency) },
  {
    header: 'Tax in amount',
    of: ({ taxCents, currency }) => (taxCents === null ? null : taxCents / 10 ** getDecimals(currency)),
  },
  { header: 'Currency', of: ({ currency }) => currency },
]

/**
 * Serves `GET /api/v1/me/year.csv?year=&currency=`: the sums of each month's statement by line, between the opening and the
 * closing balance of the year. The file contains no personal data, so downloads aren't recorded in the audit log.
 */
export function createYearCsvRoute({ db }: { db: Database }, now: () => Date = () => new Date()): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/api\/v1\/me\/year\.csv$/,
    kind: 'rest',
    access: 'members_area',
    async handle({ search, scope }) {
      const caller = await scope.caller()
      const input = statementYear.safeParse(
        Object.fromEntries([...search].filter(([, value]) => value !== '')),
      )
      if (!input.success)
        return createErrorResponse(400, 'BAD_REQUEST', 'Use a year such as 2026 and a currency such as EUR.')
      const { year, currency } = input.data
      const reads = { db, personId: caller?.id ?? '', now: now() }
      const first = caller && (await getStatement(reads, { month: `${year}-01`, currency }))
      if (!first || first.month > first.currentMonth)
        return createErrorResponse(404, 'NOT_FOUND', 'This year hasn’t begun.')
      return createCsvResponse({
        name: `year-${year}`,
        now: reads.now,
        columns,
        pages: generateRows(reads, first),
      })
    },
  }
}

/** Reads the year month by month, to its end or to the current month. */
async function* generateRows(reads: PersonReads, first: Statement): AsyncGenerator<readonly Row[]> {
  const { currency, currentMonth } = first
  yield [createBalanceRow(first, 'Opening balance', first.openingCents)]
  let statement = first
  for (;;) {
    const { month } = statement
    yield sumLines(statement).map(({ line, ...sums }) => ({
      ...sums,
      month,
      currency,
      label: lineLabels[line],
    }))
    if (month.endsWith('-12') || month >= currentMonth) break
    statement = await getStatement(reads, { month: addMonths(month, 1), currency })
  }
  // The year can change until its last month is over in every time zone.
  const isFinal = isMonthOver(`${statement.month.slice(0, 4)}-12`, reads.now)
  yield [createBalanceRow(statement, isFinal ? 'Closing balance' : 'Balance', statement.closingCents)]
}

const createBalanceRow = ({ month, currency }: Statement, label: string, cents: number | null): Row => ({
  month,
  currency,
  label,
  entries: null,
  tickets: null,
  cents: cents ?? 0,
  taxCents: null,
})
