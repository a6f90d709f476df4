import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '~/platform/rpc/caller'

/**
 * Returns SQL for whether the caller may list and download an invoice of the order `o` and the seller `v`. The buyer,
 * the organizer who is the seller, and admins may.
 */
export const canDownload = ({ id, roles }: Pick<Caller, 'id' | 'roles'>): RawBuilder<boolean> =>
  sql`(${roles.includes('admin')} or o.customer_id = ${id} or v.profile_id = ${id})`
