import { isoDay } from '~/lib/time'

/** What the arrangement looks at; times are ISO texts. */
type Arranged = {
  id: string
  seq: number
  /** Null: the account is gone. */
  senderId: string | null
  createdAt: string
}

/** What stands in the list, from top to bottom. Keys last while older and newer messages come. */
export type Row<Message> =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'group'; key: string; senderId: string | null; messages: Message[] }
  /** Messages in a row of one person whom the reader hides. */
  | { kind: 'folded'; key: string; senderId: string; messages: Message[] }

type Reader = {
  /** The IANA zone in which days begin. */
  zone: string
  meId: string
  hiddenPeople: ReadonlySet<string>
  /** Messages of theirs that the reader wanted to see all the same. */
  unfolded?: ReadonlySet<string>
  /** The line stands before the first message of others after this place; undefined: there is no line. */
  newAfter: number | undefined
}

const APART_MS = 5 * 60_000

/** CH-06: days, the line before what is new, and groups of one sender with at most five minutes between two messages. */
export function arrange<Message extends Arranged>(
  messages: readonly Message[],
  reader: Reader,
): Row<Message>[] {
  const { zone, meId, hiddenPeople, unfolded, newAfter } = reader
  const rows: Row<Message>[] = []
  let before: Message | undefined
  let isLineDue = newAfter !== undefined
  for (const message of messages) {
    const { id, senderId, createdAt } = message
    const day = isoDay(createdAt, zone)
    if (!before || isoDay(before.createdAt, zone) !== day)
      rows.push({ kind: 'day', key: `day ${id}`, at: createdAt })
    const isHidden = senderId !== null && hiddenPeople.has(senderId)
    const isFolded = isHidden && !unfolded?.has(id)
    if (isLineDue && message.seq > (newAfter ?? 0) && senderId !== meId && !isHidden) {
      rows.push({ kind: 'new', key: 'new' })
      isLineDue = false
    }
    const last = rows.at(-1)
    if (isFolded) {
      if (last?.kind === 'folded' && last.senderId === senderId) last.messages.push(message)
      else rows.push({ kind: 'folded', key: `folded ${id}`, senderId, messages: [message] })
    } else if (last?.kind === 'group' && before && isTogether(before, message)) last.messages.push(message)
    else rows.push({ kind: 'group', key: id, senderId, messages: [message] })
    before = message
  }
  return rows
}

/** False: the later one begins with avatar and name. */
function isTogether(before: Arranged, after: Arranged): boolean {
  if (before.senderId !== after.senderId) return false
  return Date.parse(after.createdAt) - Date.parse(before.createdAt) <= APART_MS
}

/**
 * The rows with the keys that their messages had the time before: a group that grows upwards, as older messages come, is the
 * same group. Mounted anew it would be a moment without its height, and the list would lose its place.
 */
export function withLastingKeys<Message extends Arranged>(
  rows: readonly Row<Message>[],
  before: readonly Row<Message>[],
): Row<Message>[] {
  const known = new Map<string, string>()
  for (const row of before)
    if (row.kind === 'group') for (const { id } of row.messages) known.set(id, row.key)
  const taken = new Set<string>()
  return rows.map((row) => {
    if (row.kind !== 'group') return row
    const kept = row.messages.map(({ id }) => known.get(id)).find((key) => key !== undefined)
    // A group that fell into two: the first part stays, the other one is new.
    const key = kept === undefined || taken.has(kept) ? freeKey(row.key, taken) : kept
    taken.add(key)
    return key === row.key ? row : { ...row, key }
  })
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  return taken.has(key) ? freeKey(`${key}'`, taken) : key
}
