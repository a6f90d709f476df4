import { calls } from '../implementer'
import { countToday } from './count-lines'
import { listLines } from './list-lines'

export const auditCalls = calls.audit.router({
  list: calls.audit.list.handler(({ context, input }) => listLines(context, input)),
  counts: calls.audit.counts.handler(async ({ context: { db, now, tallies }, input: { timezone } }) => {
    const [today, all] = await Promise.all([countToday(db, now(), timezone), tallies.auditLines()])
    // A recount never exceeds the cached count.
    return { today, all: Math.max(today, all) }
  }),
})
