import type { SiteSettings } from '../contract-admin'
import { SETTING_KEYS, type Settings } from '../rules/settings'
import { readTyped } from '../rules/typed-setting'

/** What was typed and is not saved yet, with the version of each setting that it was typed over. */
export type SettingsDraft = Readonly<Partial<Record<keyof Settings, { text: string; version: number }>>>

const keys = Object.keys(SETTING_KEYS) as (keyof Settings)[]

/** From what the tab has kept; whatever is no draft is none. */
export function readDraft(kept: string): SettingsDraft {
  let found: unknown
  try {
    found = JSON.parse(kept)
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

/** One more letter typed. The version stays that of the first; what stands as it is saved is no draft. */
export function typeInto(
  draft: SettingsDraft,
  settings: SiteSettings,
  key: keyof Settings,
  text: string,
): SettingsDraft {
  const { [key]: before, ...others } = draft
  if (readTyped(key, text) === settings.values[key]) return others
  return { ...others, [key]: { text, version: before?.version ?? settings.versions[key] } }
}

/** What is to be saved, in the order of the screen. What somebody else has meanwhile set to the very same is none of it. */
export function changesIn(draft: SettingsDraft, settings: SiteSettings) {
  return keys.flatMap((key) => {
    const entry = draft[key]
    if (!entry) return []
    const value = readTyped(key, entry.text)
    return value === settings.values[key] ? [] : [{ key, value, version: entry.version }]
  })
}

/** Of these, what somebody else has changed since it was typed over. */
export function isOvertaken(draft: SettingsDraft, settings: SiteSettings, key: keyof Settings): boolean {
  const entry = draft[key]
  return (
    entry !== undefined &&
    entry.version !== settings.versions[key] &&
    readTyped(key, entry.text) !== settings.values[key]
  )
}
