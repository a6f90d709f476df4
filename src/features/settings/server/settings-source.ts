import type { Database } from '~/database/connect'
import { createCachedRead } from '~/lib/cached-read'
import type { Live } from '~/platform/live/live'
import { type Settings, toSettings } from '../rules/settings'

export interface SettingsSource {
  /** Returns the current settings; queries the database at most every two seconds. */
  read(): Promise<Settings>
  /** Call after committing a change: the next read in every process queries the database. */
  forget(): void
  /** Registers a listener for changes made in any process; use `read` for the values. */
  onChange(listener: () => void): void
}

/** Without Redis, other processes see a change after this long. */
const CACHE_MS = 2000
const SIGNAL = 'settings'

/**
 * Creates the source of the settings, which caches them because every page and every order reads them. Create one per
 * process.
 */
export function createSettingsSource({
  db,
  live,
  now = Date.now,
}: {
  db: Database
  live: Pick<Live, 'signal' | 'onSignal' | 'publishToAll'>
  now?: () => number
}): SettingsSource {
  const cache = createCachedRead(load, CACHE_MS, now)
  const listeners: (() => void)[] = []
  function applyChange(): void {
    cache.forget()
    // Reloads open pages, because they show the site's name and the maintenance notice.
    live.publishToAll(['settings'])
    for (const listener of listeners) listener()
  }
  live.onSignal(SIGNAL, applyChange)

  async function load(): Promise<Settings> {
    return toSettings(await db.selectFrom('settings').select(['key', 'value']).execute())
  }

  return {
    read: cache.read,
    forget() {
      applyChange()
      live.signal(SIGNAL, {})
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
