// Unsent texts, stored in the browser by person and room: `chat:<what>:<person>:<room>[:<id>]`.

const START = 'chat:'

export interface Place {
  personId: string
  roomId: string
}

function storage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage
  } catch {
    // Blocked by the browser's settings: texts last only as long as the page.
    return undefined
  }
}

export function keyOf(what: 'draft' | 'outbox', { personId, roomId }: Place, id?: string): string {
  return [`${START}${what}`, personId, roomId, ...(id === undefined ? [] : [id])].join(':')
}

export function readText(key: string): string {
  return storage()?.getItem(key) ?? ''
}

export function storeText(key: string, text: string): void {
  try {
    if (text === '') storage()?.removeItem(key)
    else storage()?.setItem(key, text)
  } catch {
    // Storage is full: the text stays on the screen.
  }
}

/** Returns a person's stored texts with the room and id of their keys, and deletes texts of other people. */
export function textsOf(what: 'outbox', personId: string): { roomId: string; id: string; text: string }[] {
  const kept = storage()
  if (!kept) return []
  const found: { roomId: string; id: string; text: string }[] = []
  for (const key of Object.keys(kept)) {
    if (!key.startsWith(START)) continue
    const [, kind, owner, roomId = '', id = ''] = key.split(':')
    if (owner !== personId) kept.removeItem(key)
    else if (kind === what) found.push({ roomId, id, text: kept.getItem(key) ?? '' })
  }
  return found
}

/** Returns whether the key belongs to a text of this person. */
export function isOf(key: string, personId: string): boolean {
  return key.startsWith(START) && key.split(':')[2] === personId
}

export function clearTexts(personId: string): void {
  const kept = storage()
  for (const key of Object.keys(kept ?? {})) if (isOf(key, personId)) kept?.removeItem(key)
}

/** Calls `onRemoved` whenever another tab of this browser deletes one of the person's texts. */
export function watchRemovedTexts(
  what: 'outbox',
  personId: string,
  onRemoved: (roomId: string, id: string) => void,
): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null || !key?.startsWith(`${START}${what}:${personId}:`)) return
    const [, , , roomId = '', id = ''] = key.split(':')
    onRemoved(roomId, id)
  })
}
