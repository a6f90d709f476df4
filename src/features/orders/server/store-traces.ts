import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { findTraceparent, isRecorded } from '~/platform/telemetry/tracing'

interface OrderTrace {
  /** The order that the request changed; missing if it changed none. */
  orderId: string | null | undefined
  traceparent: string | undefined
}

/**
 * Runs a statement that writes rows of the outbox. If traced requests caused the rows, stores each trace with its row
 * in the same transaction, so that the email belongs to that trace.
 */
export async function runWithTraces<Result>(
  db: Database,
  traceparents: readonly (string | undefined)[],
  run: (db: Database) => Promise<Result>,
  listTraces: (result: Result) => readonly OrderTrace[],
): Promise<Result> {
  if (!traceparents.some(isRecorded)) return run(db)
  const runAndStore = async (own: Database) => {
    const result = await run(own)
    await storeTraces(own, listTraces(result))
    return result
  }
  return db.isTransaction ? runAndStore(db) : db.transaction().execute(runAndStore)
}

/** Does the same as `runWithTraces` for one order and the current request. */
export function runWithTrace<Result>(
  db: Database,
  run: (db: Database) => Promise<Result>,
  getOrderId: (result: Result) => OrderTrace['orderId'],
): Promise<Result> {
  const traceparent = findTraceparent()
  return runWithTraces(db, [traceparent], run, (result) => [{ orderId: getOrderId(result), traceparent }])
}

// Updates only rows of this transaction: an older row has its own trace, and waiting for its lock would break the
// lock order (LOCKING.md).
async function storeTraces(db: Database, traces: readonly OrderTrace[]): Promise<void> {
  const known = traces.filter(({ orderId, traceparent }) => orderId && traceparent !== undefined)
  if (known.length === 0) return
  await sql`
    update order_outbox n set traceparent = x.traceparent
    from unnest(${known.map(({ orderId }) => orderId)}::uuid[], ${known.map(({ traceparent }) => traceparent)}::text[])
      x(order_id, traceparent)
    where n.order_id = x.order_id and n.xmin = pg_current_xact_id()::xid`.execute(db)
}
