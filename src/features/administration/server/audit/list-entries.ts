import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { type PageInput, readTimePage } from '~/lib/list-page'
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

/** Lists a page of the log, newest first. */
export async function listAuditEntries(
  { db, now }: { db: Database; now: () => Date },
  input: ListInput,
): Promise<AuditPage> {
  const { q = '', action, period, personId, limit } = input
  const match = await matchWords(db, q)
  const isUnknown = personId !== undefined && !isId(personId)
  const filter = { family: action, since: startOfPeriod(period, now()), personId, match }
  const { shown, ...place } = await readTimePage(input, limit, async (start, most) =>
    isUnknown ? [] : readRows(db, filter, { start, most }),
  )
  return {
    entries: await nameRows(db, shown),
    ...place,
    isNameTooCommon: match?.isNameTooCommon ?? false,
  }
}
