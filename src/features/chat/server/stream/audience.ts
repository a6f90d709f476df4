import { type Access, isCarried, type Watch } from './access'
import { joinBytes, type WireEvent } from './wire'

/** The stream of one tab. */
export interface Follower {
  readonly userId: string
  readonly watch: Watch
  readonly write: (bytes: Uint8Array) => void
  readonly cut: () => void
  /** The rooms that it carries. */
  rooms: Set<string>
  /** While it is told what it missed: what happened meanwhile. Null once it is live. */
  waiting: Happening[] | null
  /** Up to where it was told what it missed. Undefined until then. */
  toldUpTo: number | undefined
}

interface Happening {
  event: WireEvent
  access: ReadonlyMap<string, Access> | null
}

// Opening a stream takes milliseconds; who is still not live after this much comes back.
const MOST_WAITING = 5000
// Less than what a reader may leave untaken.
const LARGEST_WRITE = 64 * 1024

/** Who hears what. Whatever is called here happens at once: between two events nobody comes, goes, or hears half of one. */
export function createAudience() {
  const people = new Map<string, Set<Follower>>()
  const rooms = new Map<string, Set<Follower>>()
  const opening = new Set<Follower>()

  function enterRoom(follower: Follower, roomId: string): void {
    follower.rooms.add(roomId)
    if (follower.waiting === null) addTo(rooms, roomId, follower)
  }
  function leaveRoom(follower: Follower, roomId: string): void {
    follower.rooms.delete(roomId)
    removeFrom(rooms, roomId, follower)
  }

  /** Whether it hears this; opens and closes the room for it where the event changed what its person may. */
  function takes(follower: Follower, { event, access }: Happening): boolean {
    const { roomId } = event
    const before = follower.rooms.has(roomId)
    const isAboutThem = event.kind === 'room' || (event.kind === 'member' && event.userId === follower.userId)
    if (!isAboutThem || access === null) return before
    const may = access.get(follower.userId)
    const after = isCarried(may, roomId, follower.watch)
    if (after && !before) enterRoom(follower, roomId)
    if (before && !after) leaveRoom(follower, roomId)
    return before || after || event.kind === 'member' || may !== undefined
  }

  function tellWhatHappened(happening: Happening): void {
    const { event } = happening
    const concerned = new Set(rooms.get(event.roomId))
    for (const userId of concernedBy(event))
      for (const follower of people.get(userId) ?? []) concerned.add(follower)
    for (const follower of concerned)
      if (follower.waiting === null && takes(follower, happening)) follower.write(event.bytes)
  }

  /** Whose access an event may change. */
  function concernedBy(event: WireEvent): Iterable<string> {
    if (event.kind === 'member') return [event.userId]
    return event.kind === 'room' ? people.keys() : []
  }

  return {
    isEmpty: () => people.size === 0,
    /** From now on everything that happens is kept for it. */
    enter(follower: Follower): void {
      addTo(people, follower.userId, follower)
      opening.add(follower)
    },
    leave(follower: Follower): void {
      removeFrom(people, follower.userId, follower)
      opening.delete(follower)
      for (const roomId of follower.rooms) removeFrom(rooms, roomId, follower)
      follower.waiting = []
    },
    /** The connected people whose access must be read again before `hear`. */
    concerned: (event: WireEvent): string[] => [...concernedBy(event)].filter((userId) => people.has(userId)),
    /** The next events of the order, all of one room; or one that changes who may hear the room, with what they may now. */
    hear(events: readonly WireEvent[], access: ReadonlyMap<string, Access> | null): void {
      const [first] = events
      if (!first) return
      for (const follower of opening) {
        for (const event of events) follower.waiting?.push({ event, access })
        if ((follower.waiting?.length ?? 0) > MOST_WAITING) follower.cut()
      }
      if (access) return tellWhatHappened({ event: first, access })
      const bytes = joinBytes(events)
      for (const follower of rooms.get(first.roomId) ?? []) follower.write(bytes)
    },
    /** Those that were told what they missed go live once everybody has heard as much as they have. */
    settle(head: number): void {
      for (const follower of opening) {
        const { toldUpTo, waiting } = follower
        if (toldUpTo === undefined || waiting === null || toldUpTo > head) continue
        const since = waiting.filter(({ event }) => event.seq > toldUpTo)
        const heard = since.filter((happening) => takes(follower, happening)).map(({ event }) => event)
        opening.delete(follower)
        follower.waiting = null
        for (const roomId of follower.rooms) addTo(rooms, roomId, follower)
        if (heard.length > 0) follower.write(joinBytes(heard))
      }
    },
    /** Something that need not be in order, to the others who follow the room. */
    tell(roomId: string, exceptUserId: string, bytes: Uint8Array): void {
      for (const follower of rooms.get(roomId) ?? [])
        if (follower.userId !== exceptUserId) follower.write(bytes)
    },
    /** Something that is the person's own and need not be in order, to all their tabs. */
    tellPerson(userId: string, bytes: Uint8Array): void {
      for (const follower of people.get(userId) ?? []) follower.write(bytes)
    },
    /** Nobody can be told what they missed: they come back, and read everything again. */
    cutAll(): void {
      for (const own of people.values()) for (const follower of own) follower.cut()
    },
  }
}
export type Audience = ReturnType<typeof createAudience>

/** Pieces that are written at once: events of one room that follow each other; alone, what changes who may hear it. */
export function inPieces(events: readonly WireEvent[]): WireEvent[][] {
  const pieces: WireEvent[][] = []
  let size = 0
  for (const event of events) {
    const piece = pieces.at(-1)
    const before = piece?.at(-1)
    size += event.bytes.length
    if (before?.roomId === event.roomId && !isChange(before) && !isChange(event) && size <= LARGEST_WRITE)
      piece?.push(event)
    else {
      pieces.push([event])
      size = event.bytes.length
    }
  }
  return pieces
}

/** Whether it may change who hears the room. */
export function isChange(event: WireEvent): boolean {
  return event.kind === 'member' || event.kind === 'room'
}

function addTo(map: Map<string, Set<Follower>>, key: string, follower: Follower): void {
  const own = map.get(key)
  if (own) own.add(follower)
  else map.set(key, new Set([follower]))
}

function removeFrom(map: Map<string, Set<Follower>>, key: string, follower: Follower): void {
  const own = map.get(key)
  own?.delete(follower)
  if (own?.size === 0) map.delete(key)
}
