import { type Access, isRoomFollowed, type Watch } from './access'
import { createGroups, type FollowChannel } from './keyed-sets'
import { joinBytes, type WireEvent } from './encode-events'

export interface Follower {
  readonly userId: string
  readonly watch: Watch
  readonly write: (bytes: Uint8Array) => void
  readonly cut: () => void
  rooms: Set<string>
  /** New events that wait while the stream still sends earlier ones. Null once the stream is live. */
  waiting: Happening[] | null
  /** The event number up to which the stream has sent earlier events; undefined until it has. */
  notifiedUpTo: number | undefined
}

interface Happening {
  event: WireEvent
  access: ReadonlyMap<string, Access> | null
}

// The most events that wait for a stream to become live. Opening takes milliseconds; a stream that is not live by
// then must reconnect.
const MAX_WAITING = 5000
// The most bytes per write to a stream. Must stay below the amount of unsent data at which a stream is closed.
const MAX_WRITE_BYTES = 64 * 1024
// With more rooms, reading all events costs less than listing the rooms in each query.
const MAX_FILTER_ROOMS = 1000

export interface RoomFilter {
  /**
   * The rooms whose events may concern a stream; null for all rooms. Changes of a room or its members are always
   * included.
   */
  roomIds: readonly string[] | null
  /** The audience's generation when the filter was made. The filter is complete until the generation changes. */
  generation: number
}

/**
 * Delivers events to the streams that may receive them. All methods are synchronous: no stream can open, close or
 * receive part of an event in between. `follow` is called for each room and person that has a stream.
 */
export function createAudience(follow: FollowChannel = () => () => undefined) {
  let generation = 0
  const people = createGroups<Follower>((userId) => follow({ userId }))
  const rooms = createGroups<Follower>((roomId) => {
    generation += 1
    return follow({ name: getRoomChannel(roomId) })
  })
  const opening = new Set<Follower>()

  function enterRoom(follower: Follower, roomId: string): void {
    follower.rooms.add(roomId)
    rooms.add(roomId, follower)
  }
  function leaveRoom(follower: Follower, roomId: string): void {
    follower.rooms.delete(roomId)
    rooms.delete(roomId, follower)
  }

  /**
   * Returns whether the stream receives this event. If the event changed the person's access to the room, the stream
   * starts or stops following the room.
   */
  function updateAccess(follower: Follower, { event, access }: Happening): boolean {
    const { roomId } = event
    const before = follower.rooms.has(roomId)
    const isAboutThem = event.kind === 'room' || (event.kind === 'member' && event.userId === follower.userId)
    if (!isAboutThem || access === null) return before
    const personAccess = access.get(follower.userId)
    const after = isRoomFollowed(personAccess, roomId, follower.watch)
    if (after && !before) enterRoom(follower, roomId)
    if (before && !after) leaveRoom(follower, roomId)
    return before || after || event.kind === 'member' || personAccess !== undefined
  }

  function deliverEvents(happening: Happening): void {
    const { event } = happening
    const concerned = new Set(rooms.get(event.roomId))
    for (const userId of listAffectedPeople(event))
      for (const follower of people.get(userId)) concerned.add(follower)
    for (const follower of concerned)
      if (follower.waiting === null && updateAccess(follower, happening)) follower.write(event.bytes)
  }

  function listAffectedPeople(event: WireEvent): Iterable<string> {
    if (event.kind === 'member') return [event.userId]
    return event.kind === 'room' ? people.keys() : []
  }

  return {
    isEmpty: () => people.isEmpty(),
    /**
     * A number that increases when a stream opens or a room gets its first follower. Filters with a lower number may
     * lack a room.
     */
    generation: () => generation,
    /**
     * Returns the rooms whose events to read: all rooms if there are too many, or while a new stream's rooms aren't
     * known yet.
     */
    getFilter(): RoomFilter {
      const isUnknown = [...opening].some(({ notifiedUpTo }) => notifiedUpTo === undefined)
      const roomIds = isUnknown || rooms.size() > MAX_FILTER_ROOMS ? null : [...rooms.keys()]
      return { roomIds, generation }
    },
    enter(follower: Follower): void {
      generation += 1
      people.add(follower.userId, follower)
      opening.add(follower)
    },
    /** Sets the rooms that a newly opened stream follows, once it was sent every event up to the number `upTo`. */
    catchUp(follower: Follower, roomIds: Iterable<string>, upTo: number): void {
      for (const roomId of roomIds) enterRoom(follower, roomId)
      follower.notifiedUpTo = upTo
    },
    leave(follower: Follower): void {
      people.delete(follower.userId, follower)
      opening.delete(follower)
      for (const roomId of follower.rooms) rooms.delete(roomId, follower)
      follower.waiting = []
    },
    /**
     * Returns the connected people whose access may change with this event. Read their access again before calling
     * `publish`.
     */
    listAffected: (event: WireEvent): string[] =>
      [...listAffectedPeople(event)].filter((userId) => people.has(userId)),
    /**
     * Delivers the next events of one room; or a single event that changes who may read the room, with the new access.
     */
    publish(events: readonly WireEvent[], access: ReadonlyMap<string, Access> | null): void {
      const [first] = events
      if (!first) return
      for (const follower of opening) {
        for (const event of events) follower.waiting?.push({ event, access })
        if ((follower.waiting?.length ?? 0) > MAX_WAITING) follower.cut()
      }
      if (access) return deliverEvents({ event: first, access })
      const bytes = joinBytes(events)
      for (const follower of rooms.get(first.roomId)) if (follower.waiting === null) follower.write(bytes)
    },
    /**
     * Makes streams live that have caught up, and sends them the events that waited. `head`: the number up to which
     * every event was delivered.
     */
    settle(head: number): void {
      for (const follower of opening) {
        const { notifiedUpTo, waiting } = follower
        if (notifiedUpTo === undefined || waiting === null || notifiedUpTo > head) continue
        const since = waiting.filter(({ event }) => event.seq > notifiedUpTo)
        const heard = since.filter((happening) => updateAccess(follower, happening)).map(({ event }) => event)
        opening.delete(follower)
        follower.waiting = null
        if (heard.length > 0) follower.write(joinBytes(heard))
      }
    },
    /** Sends an event without a number, such as typing, to the other people who follow the room. */
    notifyRoom(roomId: string, exceptUserId: string, bytes: Uint8Array): void {
      for (const follower of rooms.get(roomId)) if (follower.userId !== exceptUserId) follower.write(bytes)
    },
    /** Sends an event without a number, such as a read position, to all of a person's own tabs. */
    notifyPerson(userId: string, bytes: Uint8Array): void {
      for (const follower of people.get(userId)) follower.write(bytes)
    },
    /** Closes every stream, so that clients reconnect and reload everything. */
    cutAll(): void {
      for (const userId of people.keys()) for (const follower of people.get(userId)) follower.cut()
    },
  }
}
export type Audience = ReturnType<typeof createAudience>

/**
 * Splits events into batches of one write each. A batch has consecutive events of one room; an event that changes who
 * may read is a batch of its own.
 */
export function splitEvents(events: readonly WireEvent[]): WireEvent[][] {
  const pieces: WireEvent[][] = []
  let size = 0
  for (const event of events) {
    const piece = pieces.at(-1)
    const before = piece?.at(-1)
    size += event.bytes.length
    if (
      before?.roomId === event.roomId &&
      !isAccessChange(before) &&
      !isAccessChange(event) &&
      size <= MAX_WRITE_BYTES
    )
      piece?.push(event)
    else {
      pieces.push([event])
      size = event.bytes.length
    }
  }
  return pieces
}

export function isAccessChange(event: WireEvent): boolean {
  return event.kind === 'member' || event.kind === 'room'
}

/** The channel of signals about a room, see chat-stream.ts. */
export function getRoomChannel(roomId: string): string {
  return `chat:${roomId}`
}
