import { sql } from 'kysely'
import { recordAudits, type AuditEntry } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import { listAdminIds } from '~/database/admins'
import type { SettingConflict } from '../contract-admin'
import { describeConflict } from '../rules/describe-conflict'
import { SETTING_KEYS, type Settings } from '../rules/settings'
import { findSettingProblem, normalizeSetting } from '../rules/setting-problems'
import { SETTING_LABELS, formatSettingValue } from '../rules/setting-labels'
import type { SettingsContext } from './context'
import { refuse } from './refused-error'
import { readStoredSettings, type StoredSetting } from './stored-settings'

export interface SettingChange {
  key: keyof Settings
  value: string | number
  /** The version of the setting that the change is based on; 0 if the setting was never changed. */
  version: number
}

/**
 * Saves all of these changes, or none. A change that sets the value that is already stored is ignored, whatever its
 * version. If the version of any other change isn't current, nothing is stored and the error contains the current
 * values.
 * @throws BAD_REQUEST, CHANGED
 */
export async function saveSettings(
  context: SettingsContext,
  changes: readonly SettingChange[],
): Promise<void> {
  const tidied = changes.map((change) => ({ ...change, value: normalizeSetting(change.key, change.value) }))
  const problems = tidied.flatMap(({ key, value }) => {
    const message = findSettingProblem(key, value)
    return message === undefined ? [] : [{ path: key, message }]
  })
  if (problems.length > 0) throw refuse('BAD_REQUEST', { data: { fields: problems } })
  const { id } = requireCaller(context)
  const saved = await context.db.transaction().execute(async (trx) => {
    // Serializes saves, because a setting that was never changed has no row to lock.
    await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(trx)
    const stored = await readStoredSettings(trx)
    const real = tidied.flatMap((change) => {
      const before = stored.get(change.key)
      return before && before.value !== change.value ? [{ ...change, before }] : []
    })
    createConflictError(
      real.flatMap(({ before, version }) => (before.version === version ? [] : [toConflict(before)])),
      context.now(),
    )
    for (const change of real) await storeSetting(trx, change, { by: id, at: context.now() })
    await recordAudits(
      trx,
      real.map((change) => toAuditEntry(change, { by: id, requestId: context.requestId })),
    )
    return real.length
  })
  if (saved > 0) {
    context.settings.forget()
    await refreshAdminPages(context)
  }
}

async function storeSetting(
  trx: Transaction,
  { key, value, version }: SettingChange,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  // Checks the version again, because a SQL statement that an operator runs by hand doesn't take the lock.
  const { numAffectedRows } = await sql`
    insert into settings (key, value, updated_by, updated_at) values (${SETTING_KEYS[key]}, ${JSON.stringify(value)}::jsonb, ${by}, ${at})
    on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at,
      version = settings.version + 1
    where settings.version = ${version}`.execute(trx)
  if (numAffectedRows !== 1n) throw new Error(`the setting ${key} changed while it was locked`)
}

function createConflictError(conflicts: SettingConflict[], now: Date): void {
  const [first] = conflicts
  if (first) throw refuse('CHANGED', { message: describeConflict(first, now), data: { conflicts } })
}

function toConflict({ key, value, version, changed }: StoredSetting): SettingConflict {
  return { key, value, version, by: changed?.by ?? null, at: (changed?.at ?? new Date(0)).toISOString() }
}

function toAuditEntry(
  { key, value, before }: SettingChange & { before: StoredSetting },
  { by, requestId }: { by: string; requestId: string },
): AuditEntry {
  const [from, to] = [formatSettingValue(key, before.value), formatSettingValue(key, value)]
  return {
    actorId: by,
    action: 'settings.change',
    subject: { type: 'setting', id: SETTING_KEYS[key] },
    details: {
      key: SETTING_LABELS[key],
      ...(from === undefined || to === undefined ? {} : { from, to }),
      // `was` and `now` are the stored values, so that an admin can restore them from the history.
      was: before.value,
      now: value,
    },
    requestId,
  }
}

/** Makes open admin pages reload the settings and the history. Call after the commit. */
async function refreshAdminPages({ db, live }: Pick<SettingsContext, 'db' | 'live'>): Promise<void> {
  live.publish(await listAdminIds(db), ['settings', 'administration'])
}
