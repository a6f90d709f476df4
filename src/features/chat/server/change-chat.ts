import type { Transaction } from '~/database/connect'
import { appendEvents, type ChatEvent } from './append-events'
import { takeTick } from './clock'
import type { ChatContext } from './context'

/** What happened, without its number. */
export type NewEvent = ChatEvent extends infer Event
  ? Event extends ChatEvent
    ? Omit<Event, 'seq'>
    : never
  : never

export interface Change<Result> {
  result: Result
  /** At most as many as were asked for. */
  events?: readonly NewEvent[]
  /** Who is to read their own list of rooms, counts and invitations again. */
  told?: readonly string[]
}

/**
 * Everything that changes chat, but for sending: takes the clock, lets `work` check and write under it, writes down what
 * happened, commits, and tells. `most` says how many events there can be. What is read in `work` cannot change before the
 * commit.
 */
export async function changeChat<Result>(
  { db, chat, live }: Pick<ChatContext, 'db' | 'chat' | 'live'>,
  most: number,
  work: (trx: Transaction) => Promise<Change<Result>>,
): Promise<Result> {
  const { tick, events, told, result } = await db.transaction().execute(async (trx) => {
    const taken = await takeTick(trx, most)
    const change = await work(trx)
    const numbered = (change.events ?? []).map((event, index) => ({ ...event, seq: taken.first + index }))
    if (numbered.length > most) throw new RangeError(`${numbered.length} events, but ${most} numbers`)
    await appendEvents(trx, numbered)
    return { tick: taken, events: numbered, told: change.told ?? [], result: change.result }
  })
  // Without events too: whoever follows then knows that these numbers hold nothing.
  if (most > 0) chat.announce(tick, events)
  if (told.length > 0) live.publish(told, ['chat'])
  return result
}
