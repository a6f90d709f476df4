import type { SiteSettings } from '../contract-admin'
import { SETTING_KEYS, type Settings } from '../rules/settings'
import { parseTypedSetting } from '../rules/typed-setting'

/** Unsaved values, each with the version of the setting it is based on. */
export type SettingsDraft = Readonly<Partial<Record<keyof Settings, { text: string; version: number }>>>

const keys = Object.keys(SETTING_KEYS) as (keyof Settings)[]

/** Parses the draft that the browser tab has stored. Returns an empty draft if it is invalid. */
export function parseDraft(stored: string): SettingsDraft {
  let found: unknown
  try {
    found = JSON.parse(stored)
  } catch {
    return {}
  }
  if (typeof found !== 'object' || found === null) return {}
  const entries = Object.entries(found).filter(
    ([key, entry]) =>
      key in SETTING_KEYS && typeof entry?.text === 'string' && Number.isInteger(entry?.version),
  )
  return Object.fromEntries(entries)
}

/**
 * Updates the draft of a setting with typed text. The draft keeps the version of its first edit, and is removed when
 * the text matches the saved value.
 */
export function updateDraft(
  draft: SettingsDraft,
  settings: SiteSettings,
  key: keyof Settings,
  text: string,
): SettingsDraft {
  const { [key]: before, ...others } = draft
  if (parseTypedSetting(key, text) === settings.values[key]) return others
  return { ...others, [key]: { text, version: before?.version ?? settings.versions[key] } }
}

/** Removes the drafts of saved settings, except for text that was typed during the save. */
export function removeSavedDrafts(
  draft: SettingsDraft,
  saved: SiteSettings,
  sent: readonly (keyof Settings)[],
) {
  return sent.reduce((remaining, key) => {
    const { [key]: entry, ...others } = remaining
    return entry ? updateDraft(others, saved, key, entry.text) : others
  }, draft)
}

/** Returns the changes to save, in page order. A draft that equals the current value is no change. */
export function listChanges(draft: SettingsDraft, settings: SiteSettings) {
  return keys.flatMap((key) => {
    const entry = draft[key]
    if (!entry) return []
    const value = parseTypedSetting(key, entry.text)
    return value === settings.values[key] ? [] : [{ key, value, version: entry.version }]
  })
}
