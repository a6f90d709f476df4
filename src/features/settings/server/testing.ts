import { DEFAULT_SETTINGS, type Settings } from '../rules/settings'
import type { SettingsSource } from './settings-source'

/** Returns default settings with overrides. If a test changes `more` later, the next read returns the new values. */
export function createTestSettings(more: Partial<Settings> = {}): SettingsSource {
  return {
    read: () => Promise.resolve({ ...DEFAULT_SETTINGS, ...more }),
    forget: () => undefined,
    onChange: () => undefined,
  }
}
