import { calls } from '../call-implementer'
import { countToday } from './count-entries'
import { listAuditEntries } from './list-entries'

export const auditCalls = calls.audit.router({
  list: calls.audit.list.handler(({ context, input }) => listAuditEntries(context, input)),
  counts: calls.audit.counts.handler(async ({ context: { db, now, tallies }, input: { timezone } }) => {
    const [today, all] = await Promise.all([countToday(db, now(), timezone), tallies.auditEntryCount()])
    // The total is cached, so it may be lower than today’s count. It is raised to that count.
    return { today, all: Math.max(today, all) }
  }),
})
