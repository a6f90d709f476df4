import { type LiveEvent, getRoomId } from './live-events'

const MAX_EVENTS = 500

/**
 * The latest events in this tab, sorted by number. They bring responses up to date that were in flight when the
 * events arrived. Events may arrive twice, and out of order when the stream rewinds for a newly followed room.
 */
export interface EventLog {
  /** Returns false if the event was already received. */
  add(event: LiveEvent): boolean
  /** Returns the room's events after `seq`; null if some are no longer stored. */
  inRoom(roomId: string, seq: number): readonly LiveEvent[] | null
  /** Returns the events of all rooms after `seq`; null if some are no longer stored. */
  since(seq: number): readonly LiveEvent[] | null
  /** Starts the log after the number `seq`, because no event up to it was received. */
  startAt(seq: number): void
}

export function createEventLog(capacity = MAX_EVENTS): EventLog {
  let start = 0
  let events: LiveEvent[] = []
  // By room: events up to this number were dropped.
  let dropped = new Map<string, number>()
  let lastDropped = 0

  return {
    add(event) {
      const place = events.findLastIndex(({ seq }) => seq <= event.seq)
      if (events[place]?.seq === event.seq) return false
      if (event.seq <= (dropped.get(getRoomId(event)) ?? 0)) return false
      events.splice(place + 1, 0, event)
      if (events.length > capacity) {
        const oldest = events.shift()
        if (oldest) dropped.set(getRoomId(oldest), oldest.seq)
        lastDropped = oldest?.seq ?? lastDropped
      }
      return true
    },
    inRoom(roomId, seq) {
      if (seq < Math.max(start, dropped.get(roomId) ?? 0)) return null
      return events.filter((event) => event.seq > seq && getRoomId(event) === roomId)
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
