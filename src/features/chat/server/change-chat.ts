import type { Transaction } from '~/database/connect'
import { type Notice, notify } from '~/features/notifications/server/public'
import { appendEvents, type ChatEvent } from './append-events'
import { type Tick, underClock } from './clock'
import type { ChatContext } from './context'

/** What happened, without its number. */
export type NewEvent = ChatEvent extends infer Event
  ? Event extends ChatEvent
    ? Omit<Event, 'seq'>
    : never
  : never

export interface Change<Result> {
  result: Result
  /**
   * For everybody in the room, at most as many as were asked for; may be empty. Without it nothing was written: it is
   * rolled back, and the clock stands where it stood.
   */
  events?: readonly NewEvent[]
  /** Who is to read their own list of rooms, counts and invitations again. */
  told?: readonly string[]
  /** What stands in somebody's bell. */
  notices?: readonly Notice[]
}

/**
 * Everything that changes chat, but for sending: takes the clock, lets `work` check and write under it, writes down what
 * happened, commits, and tells. `most` says how many events there can be. What `work` reads of rooms, members and messages
 * cannot change before the commit.
 */
export async function changeChat<Result>(
  { db, chat, live, jobs }: Pick<ChatContext, 'db' | 'chat' | 'live' | 'jobs'>,
  most: number,
  work: (trx: Transaction, tick: Tick) => Promise<Change<Result>>,
): Promise<Result> {
  const done = await underClock(db, most, async (trx, tick) => {
    const change = await work(trx, tick)
    const { events = [], notices = [] } = change
    if (events.length > most) throw new RangeError(`${events.length} events, but ${most} numbers`)
    const numbered = events.map((event, index) => ({ ...event, seq: tick.first + index }))
    await appendEvents(trx, numbered)
    await notify(trx, jobs, notices)
    return { tick, change, numbered, isWritten: change.events !== undefined }
  })
  const { result, told = [] } = done.change
  if (!done.isWritten) return result
  // Without an event too: whoever follows then knows that these numbers hold nothing.
  if (most > 0) chat.announce(done.tick, done.numbered)
  // A bell may have rung, or be settled.
  if (told.length > 0) live.publish(told, ['chat', 'notifications'])
  return result
}

/** Whose standing in a room changed. */
export function peopleIn(events: readonly NewEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'member' ? [event.userId] : []))
}
