import { type LiveEvent, roomOf } from './live-events'

const KEPT = 500

/**
 * The latest events, by their numbers: an answer that was on its way meanwhile is brought up to date with them. They may come
 * twice, and out of order where the stream goes back for a room that it did not carry before.
 */
export interface EventLog {
  /** False: it was heard before. */
  add(event: LiveEvent): boolean
  /** What happened in the room after `seq`; null when some of it is not known any more. */
  inRoom(roomId: string, seq: number): readonly LiveEvent[] | null
  /** The same, over all rooms. */
  since(seq: number): readonly LiveEvent[] | null
  /** Nothing up to here was heard. */
  startAt(seq: number): void
}

export function createEventLog(kept = KEPT): EventLog {
  let start = 0
  let events: LiveEvent[] = []
  // By room, up to where its events were dropped.
  let dropped = new Map<string, number>()
  let lastDropped = 0

  return {
    add(event) {
      const place = events.findLastIndex(({ seq }) => seq <= event.seq)
      if (events[place]?.seq === event.seq) return false
      if (event.seq <= (dropped.get(roomOf(event)) ?? 0)) return false
      events.splice(place + 1, 0, event)
      if (events.length > kept) {
        const oldest = events.shift()
        if (oldest) dropped.set(roomOf(oldest), oldest.seq)
        lastDropped = oldest?.seq ?? lastDropped
      }
      return true
    },
    inRoom(roomId, seq) {
      if (seq < Math.max(start, dropped.get(roomId) ?? 0)) return null
      return events.filter((event) => event.seq > seq && roomOf(event) === roomId)
    },
    since(seq) {
      if (seq < Math.max(start, lastDropped)) return null
      return events.filter((event) => event.seq > seq)
    },
    startAt(seq) {
      start = seq
      events = []
      dropped = new Map()
      lastDropped = 0
    },
  }
}
