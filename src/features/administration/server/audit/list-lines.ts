import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { AuditPage } from '../../contract-audit'
import { type AuditFamily, type AuditPeriod, startOfPeriod } from '../../rules/audit-filters'
import { type PageInput, pageOf, readStart } from '../page-cursor'
import { matchWords } from './match-words'
import { nameRows } from './name-rows'
import { readRows } from './read-rows'

interface ListInput extends PageInput {
  q?: string | undefined
  action?: AuditFamily | undefined
  period: AuditPeriod
  personId?: string | undefined
  limit: number
}

/** A page of the log, newest first. */
export async function listLines(
  { db, now }: { db: Database; now: () => Date },
  input: ListInput,
): Promise<AuditPage> {
  const { q = '', action, period, personId, limit } = input
  const start = readStart(input)
  const words = q.trim() === '' ? undefined : await matchWords(db, q)
  const isNobody = personId !== undefined && !isId(personId)
  const filter = { family: action, since: startOfPeriod(period, now()), personId, words }
  const rows = isNobody ? [] : await readRows(db, filter, { start, most: limit + 1 })
  const { shown, ...place } = pageOf(rows, start, limit)
  return {
    entries: await nameRows(db, shown),
    ...place,
    isNameTooCommon: words?.isNameTooCommon ?? false,
  }
}
