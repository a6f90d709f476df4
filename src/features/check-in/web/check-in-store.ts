import type { CheckInGuest, CheckInTicket } from '../contract'
import type { QueuedAct } from './check-in-acts'
import type { Book } from './check-in-book'
import type { Anchor } from './clock'

/** What belongs to a list besides its tickets. */
export interface KeptHead extends Pick<Book, 'event' | 'seq' | 'guestsTag' | 'doubles'> {
  guests: CheckInGuest[]
  /** The server's time when the list was true, milliseconds. */
  listAt: number
  anchor: Anchor | undefined
}

/** What a phone keeps of one event's door for one person, so that nothing is lost when the page goes. */
export interface CheckInStore {
  read: () => Promise<{ list: (KeptHead & { tickets: CheckInTicket[] }) | undefined; queue: QueuedAct[] }>
  /** `isWhole`: tickets that are not among these go. */
  writeList: (head: KeptHead, tickets: readonly CheckInTicket[], isWhole: boolean) => Promise<void>
  /** Added, or written anew by its nonce. */
  putAct: (act: QueuedAct) => Promise<void>
  removeActs: (nonces: readonly string[]) => Promise<void>
  /** Names and codes go; what was not sent stays for the same person. */
  forgetList: () => Promise<void>
}

export function headOf(book: Book, listAt: number, anchor: Anchor | undefined): KeptHead {
  const { event, seq, guestsTag, doubles, guests } = book
  return { event, seq, guestsTag, doubles, guests: [...guests.values()], listAt, anchor }
}

/** For tests, and, `isForgetful`, for browsers that keep nothing: it lasts as long as the page. */
export function createMemoryStore(isForgetful = false): CheckInStore {
  let head: KeptHead | undefined
  const tickets = new Map<string, CheckInTicket>()
  const acts = new Map<string, QueuedAct>()
  const done = Promise.resolve()
  return {
    read: () =>
      Promise.resolve({
        list: head && { ...head, tickets: [...tickets.values()] },
        queue: [...acts.values()].toSorted((one, other) => (one.nonce < other.nonce ? -1 : 1)),
      }),
    writeList(next, rows, isWhole) {
      head = next
      if (isWhole) tickets.clear()
      for (const row of rows) tickets.set(row.id, row)
      return done
    },
    putAct(act) {
      acts.set(act.nonce, act)
      return isForgetful ? Promise.reject(new Error('this browser keeps nothing')) : done
    },
    removeActs(nonces) {
      for (const nonce of nonces) acts.delete(nonce)
      return done
    },
    forgetList() {
      head = undefined
      tickets.clear()
      return done
    },
  }
}
