import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Live } from '~/platform/live/live'

export interface SaleUpdates {
  add: (orderIds: readonly string[]) => void
  /**
   * Notifies the managers of the events of all orders that were added since the last call, once for all these orders.
   */
  notify: () => Promise<void>
}

/**
 * Updates open event dashboards after sales. Sales are collected, because every notification makes each open dashboard
 * read its figures again; in a rush, one per sale would be too many for a slow connection.
 */
export function createSaleUpdates({ db, live }: { db: Database; live: Pick<Live, 'publish'> }): SaleUpdates {
  let sold: string[] = []
  return {
    add: (orderIds) => void sold.push(...orderIds),
    notify: async () => {
      if (sold.length === 0) return
      const orderIds = sold
      sold = []
      // Check-in staff aren't notified, because they don't see sales figures.
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
