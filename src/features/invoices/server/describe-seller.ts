import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Settings } from '~/features/settings/server/public'
import type { Seller } from './get-seller'
import type { InvoiceParty } from './insert-invoice'

/**
 * Returns the details of the seller for a new invoice: the billing details of an organizer, or only the name if there
 * are none.
 */
export async function describeSeller(
  trx: Transaction,
  seller: Seller,
  platform: InvoiceParty,
): Promise<InvoiceParty> {
  if (seller.kind !== 'organizer') return platform
  const { rows } = await sql<InvoiceParty>`
    select legal_name as name, address, country, tax_id as "taxId" from billing_details
    where person_id = ${seller.profileId}`.execute(trx)
  return rows[0] ?? { name: seller.name }
}

export const describePlatform = ({
  name,
  legalName,
  legalAddress,
  taxId,
}: Pick<Settings, 'name' | 'legalName' | 'legalAddress' | 'taxId'>): InvoiceParty => ({
  name: legalName === '' ? name : legalName,
  address: legalAddress,
  taxId,
})
