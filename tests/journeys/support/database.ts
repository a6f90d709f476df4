import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'

export type Ask = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/**
 * Runs statements that no user could cause, such as letting time pass or selling out. The built-in PostgreSQL listens
 * on a private socket, whose folder is in the fifth line of its pid file.
 */
export async function withDatabase<Result>(
  run: (ask: Ask) => Promise<Result>,
  dataDir = process.env['E2E_DATA_DIR'] ?? '',
): Promise<Result> {
  const folder = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const client = new Client({ host: folder, user: 'back_to_back', database: 'back_to_back' })
  await client.connect()
  try {
    return await run(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

/** Ends the hold of an order, as if ten minutes had passed. */
export async function endHold(orderId: string, dataDir?: string): Promise<void> {
  await withDatabase(
    (ask) =>
      ask("update orders set expires_at = clock_timestamp() - interval '1 second' where id = $1", [orderId]),
    dataDir,
  )
}

/** Sells all but `left` tickets of a type. */
export async function leaveOnly(ticketTypeId: string, left: number): Promise<void> {
  await withDatabase((ask) =>
    ask('update ticket_types set quantity_total = quantity_sold + quantity_held + $2 where id = $1', [
      ticketTypeId,
      left,
    ]),
  )
}
