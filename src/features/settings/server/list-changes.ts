import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { microsOf, rowAt } from '~/database/time-walk'
import { findCursor, writeCursor } from '~/lib/time-cursor'
import type { PastChange } from '../contract-admin'
import { SETTING_KEYS, type Settings } from '../rules/settings'
import { settingOfStoredKey } from '../rules/setting-words'

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

/** What was changed, newest first, with the values as they were stored, so that they can be put back. */
export async function listChanges(
  db: Database,
  { key, after }: { key?: keyof Settings | undefined; after?: string | undefined },
): Promise<{ changes: PastChange[]; nextCursor: string | null }> {
  const place = after === undefined ? undefined : findCursor(after)
  const wanted = key === undefined ? Object.values(SETTING_KEYS) : [SETTING_KEYS[key]]
  const { rows } = await sql<Row>`
    select a.id, a.created_at as at, ${microsOf(sql`a.created_at`)} as micros, a.subject_id,
      p.display_name as by, a.details -> 'was' as was, a.details -> 'now' as now
    from audit_log a left join profiles p on p.id = a.actor_id
    where a.subject_type = 'setting' and a.subject_id = any(${wanted}::text[]) and a.action = 'settings.change'
      and a.details ? 'was' and a.details ? 'now'
      ${place === undefined ? sql`` : sql`and (a.created_at, a.id) < ${rowAt(place)}`}
    order by a.created_at desc, a.id desc limit ${PAGE + 1}`.execute(db)
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return {
    changes: rows.slice(0, PAGE).flatMap(readChange),
    nextCursor: last ? writeCursor(last) : null,
  }
}

function readChange({ id, at, subject_id: subject, by, was, now }: Row): PastChange[] {
  const key = settingOfStoredKey(subject)
  if (key === undefined || was === null || now === null) return []
  return [{ id, key, at: at.toISOString(), by, from: was, to: now }]
}
