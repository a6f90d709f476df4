import { stringify } from 'csv-stringify/sync'
import type { PiecesAnswer } from './raw-routes'

export interface CsvColumn<Row> {
  header: string
  /** Null is an empty cell. */
  of: (row: Row) => string | number | boolean | null
}

export interface CsvTable<Row> {
  /** The file is called `name-2026-11-21.csv`. */
  name: string
  now: Date
  columns: readonly CsvColumn<Row>[]
  /** Read one after the other, each when the one before was taken. */
  pages: AsyncIterable<readonly Row[]>
}

/**
 * A table as a file for spreadsheets (RFC 4180, with a byte order mark, without which Excel takes it for another alphabet). What
 * somebody wrote themselves never becomes a formula: `=`, `+`, `-` and `@` at the start of a text get a quote before them.
 */
export function csvAnswer<Row>(table: CsvTable<Row>): PiecesAnswer {
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
    // Spreadsheets in many countries separate cells by semicolons: unquoted, a name with one would be two cells, the second a formula.
    quoted_match: ';',
    record_delimiter: 'windows' as const,
    // Said aloud: with a delimiter of one's own, a text of two lines would be two rows.
    quote_record_delimiter: true,
    cast: { boolean: String },
  }
  yield stringify([columns.map(({ header }) => header)], { ...options, bom: true })
  for await (const rows of pages)
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => columns.map((column) => column.of(row))),
        options,
      )
}
