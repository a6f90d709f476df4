import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { type PageInput, readPage, readStart } from '~/lib/list-page'
import { findPlace, writePlace } from '~/lib/list-place'
import type { AuditPage } from '../../contract-audit'
import { type AuditFamily, type AuditPeriod, startOfPeriod } from '../../rules/audit-filters'
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
  const words = await matchWords(db, q)
  const isNobody = personId !== undefined && !isId(personId)
  const filter = { family: action, since: startOfPeriod(period, now()), personId, words }
  const { shown, ...place } = await readPage(readStart(input, findPlace), limit, {
    read: async (start, most) => (isNobody ? [] : readRows(db, filter, { start, most })),
    cursorOf: writePlace,
  })
  return {
    entries: await nameRows(db, shown),
    ...place,
    isNameTooCommon: words?.isNameTooCommon ?? false,
  }
}
