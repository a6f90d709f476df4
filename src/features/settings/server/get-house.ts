import type { House } from '../contract-admin'
import type { Settings } from '../rules/settings'
import type { SettingsContext } from './context'
import { readStoredSettings } from './stored-settings'

/** All settings with their versions, from the database itself: who edits must see what others have just saved. */
export async function getHouse({ db, config }: Pick<SettingsContext, 'db' | 'config'>): Promise<House> {
  const stored = [...(await readStoredSettings(db)).values()]
  const by = <Value>(read: (setting: (typeof stored)[number]) => Value) =>
    Object.fromEntries(stored.map((setting) => [setting.key, read(setting)])) as Record<keyof Settings, Value>
  return {
    // Each was read by its own reader.
    values: by(({ value }) => value) as unknown as House['values'],
    versions: by(({ version }) => version),
    changed: Object.fromEntries(
      stored.flatMap(({ key, changed }) =>
        changed ? [[key, { at: changed.at.toISOString(), by: changed.by }]] : [],
      ),
    ),
    configuredSender: /<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom.trim(),
  }
}
