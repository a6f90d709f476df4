import { type Insertable, sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { DB } from '~/database/schema'

// Inserts any number of rows with one statement: they are sent as a single JSON parameter. VALUES would need a
// parameter per cell (at most 65,535) and a different text for every number of rows.
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
