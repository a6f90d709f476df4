import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { makePrefix } from '../rules/number-prefix'

export type Seller =
  | { kind: 'organizer'; profileId: string; name: string }
  | { kind: 'platform' | 'sample_platform'; name: string }

/**
 * Returns the seller's id. A new seller gets a prefix made from their name. The prefix stays the same when the name
 * changes.
 */
export async function getSellerId(trx: Transaction, seller: Seller): Promise<string> {
  const profileId = seller.kind === 'organizer' ? seller.profileId : null
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from invoice_sellers where kind = ${seller.kind} and profile_id is not distinct from ${profileId}::uuid`.execute(
      trx,
    )
    if (rows[0] !== undefined) return rows[0].id
    await insertSeller(trx, {
      kind: seller.kind,
      profileId,
      // Sample invoices start with DEMO, because the prefix made from the site's name is only for real invoices.
      base: seller.kind === 'sample_platform' ? 'DEMO' : makePrefix(seller.name),
    })
  }
}

/**
 * Inserts a seller with a free prefix. Does nothing if another transaction has just inserted the seller or taken the
 * prefix.
 */
async function insertSeller(
  trx: Transaction,
  { kind, profileId, base }: { kind: Seller['kind']; profileId: string | null; base: string },
): Promise<void> {
  await sql`
    insert into invoice_sellers (kind, profile_id, prefix)
    select ${kind}, ${profileId}::uuid, c.prefix
    from generate_series(1, (select count(*) + 1 from invoice_sellers where prefix like ${base} || '%')) n,
      lateral (select ${base}::text || case when n > 1 then n::text else '' end as prefix) c
    where not exists (select from invoice_sellers s where s.prefix = c.prefix)
    order by n limit 1
    on conflict do nothing`.execute(trx)
}
