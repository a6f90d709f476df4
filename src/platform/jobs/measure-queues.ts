export interface QueueFigures {
  name: string
  /** Jobs that have not started, also those with a later start time. */
  waiting: number
  failed: number
  /** How long the oldest job that could start has waited; 0 without any. */
  ageSeconds: number
}

// The counts are those of pg-boss, which reads the whole table for them once a minute. The age needs one probe of its index
// for fetching (name, priority, created_on, start_after) for each queue. Of the jobs that are due, it reads the hundred that start next,
// so that the query stays as cheap when a hundred thousand wait.
export const QUEUE_FIGURES_QUERY = `select queue.name, queue.queued_count as waiting, queue.failed_count as failed,
    coalesce(extract(epoch from now() - due.since), 0)::float8 as "ageSeconds"
  from pgboss.queue cross join lateral (
    select min(start_after) as since from (
      select start_after from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
      order by priority desc, created_on limit 100
    ) as next
  ) as due
  where queue.name = any ($1::text[])`

/** Returns the figures of these queues. Counts are up to a minute old. */
export async function measureQueues(
  query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>,
  names: readonly string[],
): Promise<QueueFigures[]> {
  const { rows } = await query(QUEUE_FIGURES_QUERY, [names])
  return rows as QueueFigures[]
}
