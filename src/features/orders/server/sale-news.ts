import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'

export interface SaleNews {
  /** These orders are counted into what their events sold. */
  add: (orderIds: readonly string[]) => void
  /** Tells the people of those events, once for all that was added since the last time. */
  tell: () => Promise<void>
}

/**
 * Whoever has the figures of an event open sees a sale without asking. The sales are gathered, because each telling makes
 * every open desk read again: told of each sale of a rush, a slow line would never get to the end of an answer.
 */
export function createSaleNews({ db, live }: { db: Database; live: Pick<Live, 'publish'> }): SaleNews {
  let sold: string[] = []
  return {
    add: (orderIds) => void sold.push(...orderIds),
    tell: async () => {
      if (sold.length === 0) return
      const orderIds = sold
      sold = []
      // Whoever only opens the door is not told how it sells.
      const { rows } = await sql<{ id: string | null }>`
        with sold as (select distinct event_id from orders where id = any(${orderIds}::uuid[]))
        select unnest(array[e.organizer_id, e.dj_id]) as id from sold join events e on e.id = sold.event_id
        union select p.person_id from sold join event_people p using (event_id) where p.relation = 'manager'`.execute(
        db,
      )
      live.publish(
        rows.map(({ id }) => id),
        ['events'],
      )
    },
  }
}
