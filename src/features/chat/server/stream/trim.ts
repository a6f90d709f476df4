import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'

const RETENTION = '3 days'
const PIECE = 5000
const EVERY_SECONDS = 3600

/** Registers chat's background jobs. Call before the jobs start. */
export function registerChatJobs({ db, jobs }: { db: Database; jobs: Pick<Jobs, 'every'> }): void {
  jobs.every(EVERY_SECONDS, 'trim chat events', () => trimEvents(db))
}

/**
 * Deletes events that are too old to be replayed. Each run deletes the events that the previous run marked an hour
 * ago: streams that were opening then have caught up by now. Only marking locks `chat_clock`, and it changes just
 * that row. Returns how many were deleted.
 */
export async function trimEvents(db: Database, batchSize = PIECE): Promise<number> {
  let removed = 0
  for (let isMore = true; isMore;) {
    const { numAffectedRows = 0n } = await sql`
      delete from chat_events where seq in (
        select seq from chat_events where seq <= (select trimmed_seq from chat_clock) order by seq limit ${batchSize}
      )`.execute(db)
    removed += Number(numAffectedRows)
    isMore = Number(numAffectedRows) === batchSize
  }
  await sql`
    with last as (
      select seq from chat_events where created_at < now() - ${RETENTION}::interval
      order by created_at desc, seq desc limit 1
    )
    update chat_clock set trimmed_seq = last.seq from last where chat_clock.trimmed_seq < last.seq`.execute(
    db,
  )
  return removed
}
