// Unsent texts, stored in the browser by person and room: `chat:<what>:<person>:<room>[:<id>]`.

const START = 'chat:'

export interface Place {
  personId: string
  roomId: string
}

function findStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage
  } catch {
    // The browser's settings block storage: texts last only as long as the page.
    return undefined
  }
}

export function toTextKey(kind: 'draft' | 'outbox', { personId, roomId }: Place, id?: string): string {
  return [`${START}${kind}`, personId, roomId, ...(id === undefined ? [] : [id])].join(':')
}

export function readText(key: string): string {
  return findStorage()?.getItem(key) ?? ''
}

export function storeText(key: string, text: string): void {
  try {
    if (text === '') findStorage()?.removeItem(key)
    else findStorage()?.setItem(key, text)
  } catch {
    // Storage is full: the text stays on the screen.
  }
}

/** Returns a person's stored texts with the room and id of their keys, and deletes texts of other people. */
export function listTexts(kind: 'outbox', personId: string): { roomId: string; id: string; text: string }[] {
  const storage = findStorage()
  if (!storage) return []
  const found: { roomId: string; id: string; text: string }[] = []
  for (const key of Object.keys(storage)) {
    if (!key.startsWith(START)) continue
    const [, storedKind, owner, roomId = '', id = ''] = key.split(':')
    if (owner !== personId) storage.removeItem(key)
    else if (storedKind === kind) found.push({ roomId, id, text: storage.getItem(key) ?? '' })
  }
  return found
}

/** Returns whether the key belongs to a text of this person. */
export function isOwnedBy(key: string, personId: string): boolean {
  return key.startsWith(START) && key.split(':')[2] === personId
}

export function clearTexts(personId: string): void {
  const storage = findStorage()
  for (const key of Object.keys(storage ?? {})) if (isOwnedBy(key, personId)) storage?.removeItem(key)
}

/** Calls `onRemoved` whenever another tab of this browser deletes one of the person's texts. */
export function watchRemovedTexts(
  kind: 'outbox',
  personId: string,
  onRemoved: (roomId: string, id: string) => void,
): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null || !key?.startsWith(`${START}${kind}:${personId}:`)) return
    const [, , , roomId = '', id = ''] = key.split(':')
    onRemoved(roomId, id)
  })
}
