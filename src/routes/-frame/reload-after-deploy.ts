import { useState } from 'react'

const RELOADED_AT = 'b2b:reloaded-at'
const REPEAT_MS = 60_000

// The error messages of Chrome and Edge, of Firefox, and of Safari for a script that failed to load.
const MISSING_SCRIPT =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/iu

/**
 * Reloads the page when a script chunk is missing, as after a deploy. At most once a minute, so that a broken deploy
 * shows the error page instead of looping. Returns whether the page reloads.
 */
export function reloadAfterDeploy(
  error: unknown,
  page: { storage: Pick<Storage, 'getItem' | 'setItem'>; now: number; reload: () => void },
): boolean {
  if (!(error instanceof Error) || !MISSING_SCRIPT.test(error.message)) return false
  const { storage, now, reload } = page
  try {
    if (now - Number(storage.getItem(RELOADED_AT) ?? 0) < REPEAT_MS) return false
    storage.setItem(RELOADED_AT, String(now))
  } catch {
    // Without storage nothing would stop a reload loop.
    return false
  }
  reload()
  return true
}

/** Returns whether the page is reloading, in which case an error screen needs to show nothing. */
export function useReloadAfterDeploy(error: unknown): boolean {
  const [isReloading] = useState(
    () =>
      typeof window !== 'undefined' &&
      reloadAfterDeploy(error, {
        storage: window.sessionStorage,
        now: Date.now(),
        reload: () => window.location.reload(),
      }),
  )
  return isReloading
}
