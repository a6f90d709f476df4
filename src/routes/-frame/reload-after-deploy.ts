import { useState } from 'react'

const RELOADED_AT = 'b2b:reloaded-at'
const AGAIN_MS = 60_000

// Chrome and Edge, Firefox, Safari.
const MISSING_SCRIPT =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/iu

/**
 * Reloads the page when a part of its script is missing, as after a deploy. Once a minute at most, so that a broken deploy
 * ends at the error page and not in a loop. Returns whether the page reloads.
 */
export function reloadAfterDeploy(
  error: unknown,
  page: { storage: Pick<Storage, 'getItem' | 'setItem'>; now: number; reload: () => void },
): boolean {
  if (!(error instanceof Error) || !MISSING_SCRIPT.test(error.message)) return false
  const { storage, now, reload } = page
  try {
    if (now - Number(storage.getItem(RELOADED_AT) ?? 0) < AGAIN_MS) return false
    storage.setItem(RELOADED_AT, String(now))
  } catch {
    // Without storage nothing would stop a loop.
    return false
  }
  reload()
  return true
}

/** For error screens: whether the page reloads, so that nothing needs to be shown. */
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
