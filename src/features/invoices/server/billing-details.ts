import { sql } from 'kysely'
import { requireCaller } from '~/platform/rpc/context'
import type { BillingDetails } from '../contract'
import type { Context } from './context'

type Editor = Pick<Context, 'caller' | 'db'>

export async function getBillingDetails(context: Editor): Promise<BillingDetails | null> {
  const { rows } = await sql<BillingDetails>`
    select legal_name as "legalName", address, country, tax_id as "taxId" from billing_details
    where person_id = ${requireCaller(context).id}`.execute(context.db)
  return rows[0] ?? null
}

/** Saves the caller's details for future invoices. Issued invoices have their own copy of the details. */
export async function saveBillingDetails(
  context: Editor,
  { legalName, address, country, taxId }: BillingDetails,
): Promise<void> {
  await sql`
    insert into billing_details (person_id, legal_name, address, country, tax_id)
    values (${requireCaller(context).id}, ${legalName}, ${address}, ${country}, ${taxId})
    on conflict (person_id) do update set legal_name = excluded.legal_name, address = excluded.address,
      country = excluded.country, tax_id = excluded.tax_id, updated_at = now()`.execute(context.db)
}
