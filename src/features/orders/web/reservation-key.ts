/**
 * Returns the key that makes a reservation idempotent. It belongs to one selection of one event and is shared by the
 * tabs of a browser, so that a double click, the back button and a second tab get the same order instead of holding
 * stock twice.
 */
export function getReservationKey(eventId: string, selection: string): string {
  const storageKey = toStorageKey(eventId, selection)
  const stored = readStorage(storageKey)
  if (stored !== null) return stored
  const key = crypto.randomUUID()
  writeStorage(storageKey, key)
  return key
}

/**
 * Clears the keys of an event. Once an order has ended (bought, expired, cancelled), the same selection is a new order.
 */
export function clearReservationKeys(eventId: string): void {
  try {
    const prefix = toStorageKey(eventId, '')
    for (const place of Object.keys(localStorage))
      if (place.startsWith(prefix)) localStorage.removeItem(place)
  } catch {}
}

const toStorageKey = (eventId: string, selection: string) => `order-key:${eventId}:${selection}`

function readStorage(storageKey: string): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function writeStorage(place: string, key: string): void {
  try {
    localStorage.setItem(place, key)
  } catch {
    // Without storage the busy button still prevents double clicks, but a second tab holds the tickets again.
  }
}
