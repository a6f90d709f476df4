import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../connect'
import type { DB } from '../schema'

// One statement of any length: rows travel as a single JSON parameter, where VALUES would need one for each cell (65,535
// at most) and a text of its own for every number of rows.
/** All rows must name the same columns; those that no row names take their default. Dates are sent as ISO text. */
export async function insertRows<Table extends keyof DB>(
  trx: Transaction,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(
    trx,
  )
}
