import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '~/platform/rpc/caller'

/**
 * Returns SQL for whether the caller may list and download an invoice of the order `o` and the seller `v`: the buyer, the organizer
 * who is its seller, and admins.
 */
export const canDownload = ({ id, roles }: Pick<Caller, 'id' | 'roles'>): RawBuilder<boolean> =>
  sql`(${roles.includes('admin')} or o.customer_id = ${id} or v.profile_id = ${id})`
