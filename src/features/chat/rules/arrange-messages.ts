import { formatIsoDay } from '~/lib/time'

/** The message fields that the arrangement uses. Times are ISO strings. */
type Arranged = {
  id: string
  seq: number
  /** Null: the account was deleted. */
  senderId: string | null
  createdAt: string
}

/** The rows of the message list, from top to bottom. */
export type Row<Message> =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'group'; key: string; senderId: string | null; messages: Message[] }
  /** Consecutive messages of one person that the reader hides. */
  | { kind: 'folded'; key: string; senderId: string; messages: Message[] }

type Reader = {
  /** The IANA zone that decides when a day begins. */
  zone: string
  meId: string
  hiddenPeople: ReadonlySet<string>
  /** Messages of hidden people that the reader unfolded. */
  unfolded?: ReadonlySet<string>
  /** The new-messages line is placed before the first message by others after this `seq`; undefined: no line. */
  newAfter: number | undefined
}

const GROUP_GAP_MS = 5 * 60_000

/**
 * CH-06: arranges messages into days, the new-messages line, and groups of one sender with at most five minutes between
 * messages.
 */
export function arrangeMessages<Message extends Arranged>(
  messages: readonly Message[],
  reader: Reader,
): Row<Message>[] {
  const { zone, meId, hiddenPeople, unfolded, newAfter } = reader
  const rows: Row<Message>[] = []
  let before: Message | undefined
  let separatorAfter = newAfter
  for (const message of messages) {
    const { id, senderId, createdAt } = message
    const day = formatIsoDay(createdAt, zone)
    if (!before || formatIsoDay(before.createdAt, zone) !== day)
      rows.push({ kind: 'day', key: `day ${id}`, at: createdAt })
    const isHidden = senderId !== null && hiddenPeople.has(senderId)
    const isFolded = isHidden && !unfolded?.has(id)
    if (separatorAfter !== undefined && message.seq > separatorAfter && senderId !== meId && !isHidden) {
      rows.push({ kind: 'new', key: 'new' })
      separatorAfter = undefined
    }
    const last = rows.at(-1)
    if (isFolded) {
      if (last?.kind === 'folded' && last.senderId === senderId) last.messages.push(message)
      else rows.push({ kind: 'folded', key: `folded ${id}`, senderId, messages: [message] })
    } else if (last?.kind === 'group' && before && isSameGroup(before, message)) last.messages.push(message)
    else rows.push({ kind: 'group', key: id, senderId, messages: [message] })
    before = message
  }
  return rows
}

/** Returns whether two messages belong to one group. If not, the later one starts with an avatar and a name. */
function isSameGroup(before: Arranged, after: Arranged): boolean {
  if (before.senderId !== after.senderId) return false
  return Date.parse(after.createdAt) - Date.parse(before.createdAt) <= GROUP_GAP_MS
}

/**
 * Gives each row the key that its messages had in the previous render. Otherwise a group that gains older messages
 * would be remounted and have no height for a moment, and the list would lose its scroll position.
 */
export function reusePreviousKeys<Message extends Arranged>(
  rows: readonly Row<Message>[],
  before: readonly Row<Message>[],
): Row<Message>[] {
  const known = new Map<string, string>()
  for (const row of before)
    if (row.kind === 'group') for (const { id } of row.messages) known.set(id, row.key)
  const taken = new Set<string>()
  return rows.map((row) => {
    if (row.kind !== 'group') return row
    const knownKey = row.messages.map(({ id }) => known.get(id)).find((key) => key !== undefined)
    // When a group splits, the first part keeps the key and the second part gets a new key.
    const key = knownKey === undefined || taken.has(knownKey) ? createUniqueKey(row.key, taken) : knownKey
    taken.add(key)
    return key === row.key ? row : { ...row, key }
  })
}

function createUniqueKey(key: string, taken: ReadonlySet<string>): string {
  return taken.has(key) ? createUniqueKey(`${key}'`, taken) : key
}
