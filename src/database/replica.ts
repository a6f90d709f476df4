import { type RawBuilder, sql } from 'kysely'
import type { Database } from './connect'

/** A replica of the primary, for reads that may be up to two seconds old. */
export interface Replica {
  /**
   * Returns the replica's pool; undefined while the replica lags behind or doesn't respond, and after a pause without
   * reads.
   */
  find: () => Database | undefined
  /**
   * Returns how many bytes of the write-ahead log the replica has yet to replay; undefined if it is silent or was
   * promoted.
   *
   * @throws {DatabaseUnavailable} While the primary is down, since the lag is then unknown.
   */
  measureLag: () => Promise<number | undefined>
  close: () => Promise<void>
}

const MAX_LAG_MS = 2_000
const CHECK_MS = 400

/**
 * Decides whether a replica is current. At most every 400 ms, a read compares its position in the write-ahead log with
 * that of the primary. A replica that has replayed what the primary had written at a moment is current for two seconds
 * from that moment. Without reads, nothing is checked.
 */
export function openReplica(options: {
  db: Database
  /** Own connection to the replica, so that a busy pool doesn't count as silence. */
  checkDb: Database
  primaryDb: Database
  log: { info: (message: string) => void; error: (message: string) => void }
  /** Milliseconds of a clock that never goes backwards. */
  now?: () => number
}): Replica {
  const { db, checkDb, primaryDb, log, now = () => performance.now() } = options
  let positions: { at: number; written: bigint }[] = []
  let currentAt = -Infinity
  let checkedAt = -Infinity
  let checking: Promise<void> | undefined
  let wasCurrent: boolean | undefined

  const isCurrent = () => now() - currentAt <= MAX_LAG_MS

  const readReplayed = () =>
    readPosition(checkDb, sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`)

  async function check(): Promise<void> {
    const at = now()
    // While the primary is away, the replica is current until the last position is too old.
    const written = await readPosition(primaryDb, sql`pg_current_wal_lsn()`).catch(() => undefined)
    if (written === undefined) return
    positions = [...positions.filter((position) => at - position.at <= MAX_LAG_MS), { at, written }]
    let reason = 'it lags behind the primary'
    // A server that was promoted no longer follows the primary.
    const replayed = await readReplayed().catch((error: Error) => void (reason = error.message))
    const reached = positions.findLast((position) => replayed !== undefined && position.written <= replayed)
    currentAt = reached?.at ?? -Infinity
    if (wasCurrent === isCurrent()) return
    wasCurrent = isCurrent()
    if (wasCurrent) log.info('the replica is used for reads')
    else log.error(`the replica is not used: ${reason}`)
  }

  function find(): Database | undefined {
    if (checking === undefined && now() - checkedAt >= CHECK_MS) {
      checkedAt = now()
      checking = check().finally(() => (checking = undefined))
    }
    return isCurrent() ? db : undefined
  }

  return {
    find,
    async measureLag() {
      const written = await readPosition(primaryDb, sql`pg_current_wal_lsn()`)
      const replayed = await readReplayed().catch(() => undefined)
      if (written === undefined || replayed === undefined) return undefined
      // The replica may have replayed even what the primary wrote after the first query; the difference is then
      // negative.
      return Math.max(0, Number(written - replayed))
    },
    async close() {
      await checking
      await Promise.all([db.destroy(), checkDb.destroy()])
    },
  }
}

/** Returns a position in the write-ahead log in bytes; undefined if it is null. */
async function readPosition(db: Database, position: RawBuilder<unknown>): Promise<bigint | undefined> {
  const { rows } = await sql<{ bytes: string | null }>`
    select ((${position}) - '0/0'::pg_lsn)::text as bytes`.execute(db)
  const bytes = rows[0]?.bytes ?? undefined
  return bytes === undefined ? undefined : BigInt(bytes)
}
