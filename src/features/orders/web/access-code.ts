/**
 * Stores the access code of a reservation for this tab, so that the tickets it unlocked can be held again after the
 * hold has expired.
 */
export function storeAccessCode(eventId: string, code: string | undefined): void {
  if (code === undefined) return
  try {
    sessionStorage.setItem(toStorageKey(eventId), code)
  } catch {}
}

/** Returns the access code that was last used for the event in this tab. */
export function readAccessCode(eventId: string): string | undefined {
  try {
    return sessionStorage.getItem(toStorageKey(eventId)) ?? undefined
  } catch {
    return undefined
  }
}

const toStorageKey = (eventId: string) => `access-code:${eventId}`
