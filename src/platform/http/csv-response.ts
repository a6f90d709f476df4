import { stringify } from 'csv-stringify/sync'
import type { ChunkedResponse } from './raw-routes'

export interface CsvColumn<Row> {
  header: string
  /** Returns the value of the cell: a date is written as ISO 8601 in UTC, null is an empty cell. */
  of: (row: Row) => string | number | boolean | Date | null
}

export interface CsvTable<Row> {
  /** Prefix of the file name: `name-2026-11-21.csv`. */
  name: string
  now: Date
  columns: readonly CsvColumn<Row>[]
  /** Each page is read when the previous one has been consumed. */
  pages: AsyncIterable<readonly Row[]>
}

/**
 * Returns a table as a file for spreadsheets (RFC 4180 with a byte order mark, which Excel needs to detect UTF-8).
 * User-written text never becomes a formula: `=`, `+`, `-` and `@` at the start get a quote before them.
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
    pieces: writeTable(table),
  }
}

async function* writeTable<Row>({ columns, pages }: CsvTable<Row>): AsyncGenerator<string> {
  const options = {
    escape_formulas: true,
    // Spreadsheets in many countries use semicolons as separators: an unquoted one would split a name into two cells,
    // the second possibly a formula.
    quoted_match: ';',
    record_delimiter: 'windows' as const,
    // Must be set explicitly: with a custom delimiter, text of two lines would become two rows.
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
