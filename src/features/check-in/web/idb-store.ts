import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { CheckInTicket } from '../contract'
import { OLDEST_MS, type QueuedAction } from './check-in-actions'
import type { CheckInStore, StoredHead } from './check-in-store'

const NAME = 'check-in'

interface CheckInDatabase extends DBSchema {
  heads: { key: string; value: StoredHead & { personId: string } }
  /** Keyed by event and ticket, so that a change writes a few rows and not twenty thousand tickets. */
  tickets: { key: [string, string]; value: CheckInTicket }
  /** Keyed by event, person and nonce. Nonces sort by time. */
  acts: { key: [string, string, string]; value: QueuedAction }
}

const everything = '\uFFFF'

/** Opens the store in IndexedDB, one database for all events on this phone. Rejects if the browser blocks storage. */
export async function openIdbStore(eventId: string, personId: string): Promise<CheckInStore> {
  const db = await openDB<CheckInDatabase>(NAME, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('heads')
      fresh.createObjectStore('tickets')
      fresh.createObjectStore('acts')
    },
    // On sign-out, another tab deletes the database and must not wait for this connection.
    blocking: (_version, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  })
  const ofEvent = IDBKeyRange.bound([eventId, ''], [eventId, everything])
  const ofPerson = IDBKeyRange.bound([eventId, personId, ''], [eventId, personId, everything])
  return {
    async read() {
      await deleteOldActions(db)
      const head = await db.get('heads', eventId)
      // Another person used this phone before.
      if (head && head.personId !== personId) await deleteList(db, eventId, ofEvent)
      const isOwn = head?.personId === personId
      return {
        list: isOwn ? { ...head, tickets: await db.getAll('tickets', ofEvent) } : undefined,
        queue: await db.getAll('acts', ofPerson),
      }
    },
    async writeList(head, rows, isComplete) {
      const work = db.transaction(['heads', 'tickets'], 'readwrite')
      const tickets = work.objectStore('tickets')
      const writes: Promise<unknown>[] = [work.objectStore('heads').put({ ...head, personId }, eventId)]
      if (isComplete) writes.push(tickets.delete(ofEvent))
      for (const row of rows) writes.push(tickets.put(row, [eventId, row.id]))
      await Promise.all([...writes, work.done])
    },
    async saveAction(act) {
      await db.put('acts', act, [eventId, personId, act.nonce])
    },
    async removeActions(nonces) {
      const work = db.transaction('acts', 'readwrite')
      await Promise.all([...nonces.map((nonce) => work.store.delete([eventId, personId, nonce])), work.done])
    },
    deleteList: () => deleteList(db, eventId, ofEvent),
  }
}

async function deleteList(
  db: IDBPDatabase<CheckInDatabase>,
  eventId: string,
  ofEvent: IDBKeyRange,
): Promise<void> {
  const work = db.transaction(['heads', 'tickets'], 'readwrite')
  await Promise.all([
    work.objectStore('heads').delete(eventId),
    work.objectStore('tickets').delete(ofEvent),
    work.done,
  ])
}

/** Deletes actions of all people that are too old for the server to accept. */
async function deleteOldActions(db: IDBPDatabase<CheckInDatabase>): Promise<void> {
  const work = db.transaction('acts', 'readwrite')
  for (let cursor = await work.store.openCursor(); cursor; cursor = await cursor.continue())
    if (Date.now() - cursor.value.at > 2 * OLDEST_MS) await cursor.delete()
  await work.done
}

/** Deletes the lists and actions of all events and people. */
export async function clearAllCheckIns(): Promise<void> {
  await deleteDB(NAME)
}
