import type { CheckInGuest, CheckInTicket } from '../contract'
import type { QueuedAction } from './check-in-actions'
import type { Book } from './phone-check-in-list'
import type { Anchor } from './check-in-clock'

export interface StoredHead extends Pick<Book, 'event' | 'seq' | 'guestsTag' | 'duplicates'> {
  guests: CheckInGuest[]
  /** The server time as of which the list is correct, milliseconds. */
  listAt: number
  anchor: Anchor | undefined
}

/** The check-in data of one event and one person on this phone, so that nothing is lost when the page closes. */
export interface CheckInStore {
  read: () => Promise<{
    list: (StoredHead & { tickets: CheckInTicket[] }) | undefined
    queue: QueuedAction[]
  }>
  /** `isComplete`: deletes tickets that are not included. */
  writeList: (head: StoredHead, tickets: readonly CheckInTicket[], isComplete: boolean) => Promise<void>
  /** Inserts or replaces by nonce. */
  saveAction: (act: QueuedAction) => Promise<void>
  removeActions: (nonces: readonly string[]) => Promise<void>
  /** Deletes names and codes; unsent actions stay for the same person. */
  deleteList: () => Promise<void>
}

export function toStoredHead(book: Book, listAt: number, anchor: Anchor | undefined): StoredHead {
  const { event, seq, guestsTag, duplicates, guests } = book
  return { event, seq, guestsTag, duplicates, guests: [...guests.values()], listAt, anchor }
}

/**
 * Creates a store that lasts as long as the page: for tests and, with `isForgetful`, for browsers that block storage.
 */
export function createMemoryStore(isForgetful = false): CheckInStore {
  let head: StoredHead | undefined
  const tickets = new Map<string, CheckInTicket>()
  const acts = new Map<string, QueuedAction>()
  const done = Promise.resolve()
  return {
    read: () =>
      Promise.resolve({
        list: head && { ...head, tickets: [...tickets.values()] },
        queue: [...acts.values()].toSorted((a, b) => (a.nonce < b.nonce ? -1 : 1)),
      }),
    writeList(next, rows, isComplete) {
      head = next
      if (isComplete) tickets.clear()
      for (const row of rows) tickets.set(row.id, row)
      return done
    },
    saveAction(act) {
      acts.set(act.nonce, act)
      return isForgetful ? Promise.reject(new Error('this browser blocks storage')) : done
    },
    removeActions(nonces) {
      for (const nonce of nonces) acts.delete(nonce)
      return done
    },
    deleteList() {
      head = undefined
      tickets.clear()
      return done
    },
  }
}
