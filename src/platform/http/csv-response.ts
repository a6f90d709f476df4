import { stringify } from 'csv-stringify/sync'
import type { ChunkedResponse } from './raw-routes'

export interface CsvColumn<Row> {
  header: string
  /** Returns the value of the cell. A date becomes ISO 8601 in UTC, and null an empty cell. */
  of: (row: Row) => string | number | boolean | Date | null
}

export interface CsvTable<Row> {
  /** Prefix of the file name: `name-2026-11-21.csv`. */
  name: string
  now: Date
  columns: readonly CsvColumn<Row>[]
  /** The rows. Each page is read after the previous one has been sent. */
  pages: AsyncIterable<readonly Row[]>
}

/**
 * Returns a table as a file for spreadsheets (RFC 4180). It starts with a byte order mark, which Excel needs to detect
 * UTF-8. User-written text never becomes a formula: text that starts with `=`, `+`, `-` or `@` gets a quote in front.
 */
export function createCsvResponse<Row>(table: CsvTable<Row>): ChunkedResponse {
  const file = `${table.name}-${table.now.toISOString().slice(0, 10)}.csv`
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'no-store',
    },
    pieces: generateCsv(table),
  }
}

async function* generateCsv<Row>({ columns, pages }: CsvTable<Row>): AsyncGenerator<string> {
  const options = {
    escape_formulas: true,
    // Quotes text with a semicolon. Many spreadsheets separate cells at semicolons, so a name could become two cells,
    // the second one a formula.
    quoted_match: ';',
    record_delimiter: 'windows' as const,
    // Needed because `record_delimiter` is set: otherwise a cell with a line break would become two rows.
    quote_record_delimiter: true,
    cast: { boolean: String, date: (date: Date) => date.toISOString() },
  }
  yield stringify([columns.map(({ header }) => header)], { ...options, bom: true })
  for await (const rows of pages)
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => columns.map((column) => column.of(row))),
        options,
      )
}
