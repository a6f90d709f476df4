import type { Transaction } from '~/database/connect'
import { type Notice, notify } from '~/features/notifications/server/public'
import { appendEvents, type ChatEvent } from './append-events'
import { type EventNumbers, runWithEventNumbers } from './event-numbers'
import type { ChatContext } from './context'

export type NewEvent = ChatEvent extends infer Event
  ? Event extends ChatEvent
    ? Omit<Event, 'seq'>
    : never
  : never

export interface Change {
  /**
   * Events for all members of the room, at most `maxEvents`; may be empty. Undefined: nothing was written, so the
   * transaction is rolled back and takes no event numbers.
   */
  events?: readonly NewEvent[]
  /** People whose room list, counts and invitations need a reload. */
  notified?: readonly string[]
  notices?: readonly Notice[]
}

type Services = Pick<ChatContext, 'db' | 'chat' | 'live' | 'jobs'>

/**
 * Makes any change to chat except sending a message: locks `chat_clock`, lets `work` check and write, stores the
 * events, commits, and notifies. `maxEvents` is the maximum number of events. The rooms, members and messages that
 * `work` reads cannot change before the commit. If `work` throws, the transaction is rolled back.
 */
export async function runChatChange<Result>(
  services: Services,
  maxEvents: number,
  work: (trx: Transaction, numbers: EventNumbers) => Promise<Change & { result: Result }>,
): Promise<Result>
export async function runChatChange(
  services: Services,
  maxEvents: number,
  work: (trx: Transaction, numbers: EventNumbers) => Promise<Change>,
): Promise<void>
export async function runChatChange<Result>(
  { db, chat, live, jobs }: Services,
  maxEvents: number,
  work: (trx: Transaction, numbers: EventNumbers) => Promise<Change & { result?: Result }>,
): Promise<Result | undefined> {
  const done = await runWithEventNumbers(db, maxEvents, async (trx, numbers) => {
    const change = await work(trx, numbers)
    const { events = [], notices = [] } = change
    if (events.length > maxEvents) throw new RangeError(`${events.length} events, but ${maxEvents} numbers`)
    const numbered = events.map((event, index) => ({ ...event, seq: numbers.first + index }))
    await appendEvents(trx, numbered)
    await notify(trx, jobs, notices)
    return { numbers, change, numbered, isWritten: change.events !== undefined }
  })
  const { result, notified = [] } = done.change
  if (!done.isWritten) return result
  // Announce the numbers this change took even if it wrote no event, so that streams don't wait for them.
  if (maxEvents > 0) chat.announce(done.numbers, done.numbered)
  // A notification may have been added or resolved.
  if (notified.length > 0) live.publish(notified, ['chat', 'notifications'])
  return result
}

export function listChangedMembers(events: readonly NewEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'member' ? [event.userId] : []))
}
