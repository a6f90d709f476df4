import type { Logger } from '~/platform/log/log'

const EVERY_MS = 4_000

// One probe of pg-boss's index for fetching (name, …, start_after) for each queue, however many jobs have a later
// start time. The lateral join with a limit guarantees this plan: PostgreSQL could turn `exists` into a scan of all
// waiting jobs.
export const DUE_QUEUES_QUERY = `select queue.name from unnest($1::text[]) as queue (name) cross join lateral (
    select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now() limit 1
  ) as due`

/**
 * Finds the queues with due jobs that no worker of this process was woken for: jobs from another process, with a
 * start time, or to be retried. Runs one query every four seconds for all queues. `stop` waits for the running query.
 */
export function watchDueQueues(options: {
  names: readonly string[]
  query: (text: string, values: unknown[]) => Promise<{ rows: { name: string }[] }>
  onDue: (name: string) => void
  log: Pick<Logger, 'error'>
}): { stop: () => Promise<void> } {
  const { names, query, onDue, log } = options
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  let isStopped = false

  async function findDueQueues(): Promise<void> {
    try {
      const { rows } = await query(DUE_QUEUES_QUERY, [names])
      for (const { name } of rows) onDue(name)
    } catch (error) {
      log.error({ err: error }, 'jobs: due jobs could not be found, retrying')
    }
    if (!isStopped) scheduleQuery()
  }

  function scheduleQuery(): void {
    timer = setTimeout(() => void (running = findDueQueues()), EVERY_MS).unref()
  }

  scheduleQuery()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
