import { DEFAULT_SETTINGS, type Settings } from '../rules/settings'
import type { SettingsSource } from './settings-source'

/** Returns default settings with overrides. Later changes to `more` apply to the next read. */
export function createTestSettings(more: Partial<Settings> = {}): SettingsSource {
  return {
    read: () => Promise.resolve({ ...DEFAULT_SETTINGS, ...more }),
    forget: () => undefined,
    onChange: () => undefined,
  }
}
