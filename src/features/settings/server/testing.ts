import { DEFAULT_SETTINGS, type Settings } from '../rules/settings'
import type { SettingsSource } from './settings-source'

/** Settings as delivered but for what a test says; what it changes in `more` later counts for the next read. */
export function settingsAs(more: Partial<Settings> = {}): SettingsSource {
  return {
    read: () => Promise.resolve({ ...DEFAULT_SETTINGS, ...more }),
    forget: () => undefined,
    onChange: () => undefined,
  }
}
