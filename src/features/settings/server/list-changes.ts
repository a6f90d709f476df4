import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { readTimePage } from '~/lib/list-page'
import type { PastChange } from '../contract-admin'
import { SETTING_KEYS, type Settings } from '../rules/settings'
import { findSettingByStoredKey } from '../rules/setting-labels'

const PAGE = 25

interface Row {
  id: string
  at: Date
  micros: number
  subject_id: string
  by: string | null
  was: string | number | null
  now: string | number | null
}

/** Lists changes of settings, newest first. They include the stored values, so that an admin can restore them. */
export async function listChanges(
  db: Database,
  { key, after }: { key?: keyof Settings | undefined; after?: string | undefined },
): Promise<{ changes: PastChange[]; nextCursor: string | null }> {
  const keys = key === undefined ? Object.values(SETTING_KEYS) : [SETTING_KEYS[key]]
  const isChange = sql`a.subject_type = 'setting' and a.subject_id = any(${keys}::text[]) and a.action = 'settings.change'
    and a.details ? 'was' and a.details ? 'now'`
  const { shown, nextCursor } = await readTimePage({ after }, PAGE, async (start, most) => {
    const walk = createTimePageClauses('a', start, [isChange])
    const { rows } = await sql<Row>`
      select a.id, a.created_at as at, ${walk.micros} as micros, a.subject_id,
        p.display_name as by, a.details -> 'was' as was, a.details -> 'now' as now
      from audit_log a left join profiles p on p.id = a.actor_id
      where ${walk.where} order by ${walk.order} limit ${most}`.execute(db)
    return rows
  })
  return { changes: shown.flatMap(toPastChange), nextCursor }
}

function toPastChange({ id, at, subject_id: subject, by, was, now }: Row): PastChange[] {
  const key = findSettingByStoredKey(subject)
  if (key === undefined || was === null || now === null) return []
  return [{ id, key, at: at.toISOString(), by, from: was, to: now }]
}
