import type { Database, Transaction } from '~/database/connect'
import { DEFAULT_SETTINGS, SETTING_KEYS, type Settings, settingParsers } from '../rules/settings'
import { findSettingByStoredKey } from '../rules/setting-labels'

export interface StoredSetting {
  key: keyof Settings
  value: string | number
  /** 0 if the setting was never changed. */
  version: number
  /** The last change; undefined if the setting was never changed. */
  changed: { at: Date; by: string | null } | undefined
}

export async function readStoredSettings(
  db: Database | Transaction,
): Promise<Map<keyof Settings, StoredSetting>> {
  const rows = await db
    .selectFrom('settings')
    .leftJoin('profiles', 'profiles.id', 'updated_by')
    .select(['key', 'value', 'version', 'settings.updated_at as at', 'display_name as by'])
    .execute()
  const settings = new Map<keyof Settings, StoredSetting>()
  for (const key of Object.keys(SETTING_KEYS) as (keyof Settings)[])
    settings.set(key, { key, value: DEFAULT_SETTINGS[key], version: 0, changed: undefined })
  for (const { key: stored, value, version, at, by } of rows) {
    const key = findSettingByStoredKey(stored)
    if (key === undefined) continue
    // Replaces an invalid value with the default, as toSettings does, but keeps the stored version of the setting.
    const known = settingParsers[key](value) ?? DEFAULT_SETTINGS[key]
    settings.set(key, { key, value: known, version, changed: { at, by } })
  }
  return settings
}
