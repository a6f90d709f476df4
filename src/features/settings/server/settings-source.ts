import type { Database } from '~/database/connect'
import { createKept } from '~/lib/kept'
import type { Live } from '~/platform/live/live'
import { type Settings, settingsFrom } from '../rules/settings'

export interface SettingsSource {
  /** As they stand; costs a query at most every two seconds. */
  read(): Promise<Settings>
  /** After a change was committed here: the next read asks the database, in every process. */
  forget(): void
  /** Hears, in this process, that something changed, here or elsewhere. What changed, `read` says. */
  onChange(listener: () => void): void
}

/** Another process without Redis between hears of a change after this long. */
const KEPT_MS = 2000
const SIGNAL = 'settings'

/** The settings of this deployment, kept for a moment, since every page and every order asks for them. One per process. */
export function createSettingsSource({
  db,
  live,
  now = Date.now,
}: {
  db: Database
  live: Pick<Live, 'signal' | 'onSignal' | 'publishToAll'>
  now?: () => number
}): SettingsSource {
  const kept = createKept(load, KEPT_MS, now)
  const listeners: (() => void)[] = []
  function changed(): void {
    kept.forget()
    // Open pages show the name and the notice.
    live.publishToAll(['settings'])
    for (const listener of listeners) listener()
  }
  live.onSignal(SIGNAL, changed)

  async function load(): Promise<Settings> {
    return settingsFrom(await db.selectFrom('settings').select(['key', 'value']).execute())
  }

  return {
    read: kept.read,
    forget() {
      changed()
      live.signal(SIGNAL, {})
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
