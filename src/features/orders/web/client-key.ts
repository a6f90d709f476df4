/**
 * The key that makes a reservation idempotent. It belongs to one selection of one event and is shared by the tabs of a browser,
 * so a double click, the back button and a second tab all come to the same order instead of holding stock twice.
 */
export function clientKeyFor(eventId: string, selection: string): string {
  const place = placeOf(eventId, selection)
  const kept = read(place)
  if (kept !== null) return kept
  const key = crypto.randomUUID()
  write(place, key)
  return key
}

/** Once an order has ended (bought, expired, given back), the same selection is a new order. */
export function forgetClientKeys(eventId: string): void {
  try {
    const prefix = placeOf(eventId, '')
    for (const place of Object.keys(localStorage))
      if (place.startsWith(prefix)) localStorage.removeItem(place)
  } catch {
    // Storage may be switched off; then nothing was kept either.
  }
}

const placeOf = (eventId: string, selection: string) => `order-key:${eventId}:${selection}`

function read(place: string): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

function write(place: string, key: string): void {
  try {
    localStorage.setItem(place, key)
  } catch {
    // Without storage a double click is still caught by the busy button; only a second tab is not.
  }
}
