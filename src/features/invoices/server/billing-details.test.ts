import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEvent } from '~tests/support/event-shop'
import { insertCaller, openShop } from '~tests/support/shop'
import { billingDetails } from '../contract'
import { getBillingDetails, saveBillingDetails } from './billing-details'
import { insertPaidOrders, listInvoices, runInvoiceJob } from './testing'

const { db } = await openShop()
const details = {
  legalName: 'Wirth Events GmbH',
  address: 'Weserstraße 12\n12047 Berlin',
  country: 'DE',
  taxId: 'DE 319 204 118',
}
const seller = {
  name: 'Wirth Events GmbH',
  address: 'Weserstraße 12\n12047 Berlin',
  country: 'DE',
  taxId: 'DE 319 204 118',
}

async function sell(sale: { eventId: string; types: readonly string[] }) {
  const [orderId = ''] = await insertPaidOrders(db, sale, 1)
  await runInvoiceJob(db)
  return orderId
}
const findSeller = async (orderId: string) => (await listInvoices(db, [orderId]))[0]?.content.seller

test('an organizer’s details are on later invoices only, and their prefix stays', async () => {
  const { organizer, sale } = await insertEvent(db)
  await sql`update profiles set full_name = 'Nova Quill' where id = ${organizer.id}`.execute(db)
  const context = { db, caller: organizer }
  expect(await getBillingDetails(context)).toBeNull()
  const before = await sell(sale)
  await saveBillingDetails(context, details)
  expect(await getBillingDetails(context)).toEqual(details)
  const after = await sell(sale)
  await saveBillingDetails(context, { ...details, legalName: 'Quill KG' })
  const last = await sell(sale)
  expect(await findSeller(before)).toEqual({ name: 'Nova Quill' })
  expect(await findSeller(after)).toEqual(seller)
  expect(await findSeller(last)).toEqual({ ...seller, name: 'Quill KG' })
  const numbers = (await listInvoices(db, [before, after, last])).slice(0, 3)
  expect(numbers.map(({ invoiceNumber }) => invoiceNumber)).toEqual([
    'NQ-2026-00001',
    'NQ-2026-00002',
    'NQ-2026-00003',
  ])
})

test('each person reads and changes only their own details', async () => {
  const [first, other] = [await insertCaller(db), await insertCaller(db)]
  await saveBillingDetails({ db, caller: first }, details)
  expect(await getBillingDetails({ db, caller: other })).toBeNull()
  await saveBillingDetails({ db, caller: other }, { ...details, legalName: 'Another' })
  expect(await getBillingDetails({ db, caller: first })).toEqual(details)
})

test('deleting the account deletes the details, not those on invoices', async () => {
  const { organizer, sale } = await insertEvent(db)
  await saveBillingDetails({ db, caller: organizer }, details)
  const orderId = await sell(sale)
  await sql`delete from accounts where id = ${organizer.id}`.execute(db)
  expect(await getBillingDetails({ db, caller: organizer })).toBeNull()
  expect(await findSeller(orderId)).toEqual(seller)
})

test('the site’s own details are on its invoices for the service fee', async () => {
  const { sale } = await insertEvent(db)
  const ids = await insertPaidOrders(db, sale, 1)
  await runInvoiceJob(db, {
    settings: { legalName: 'Back to Back GmbH', legalAddress: 'Torstraße 1\nBerlin', taxId: 'DE 1' },
  })
  expect((await listInvoices(db, ids)).map(({ content }) => content.seller)).toEqual([
    { name: 'Mara Voss' },
    { name: 'Back to Back GmbH', address: 'Torstraße 1\nBerlin', taxId: 'DE 1' },
  ])
})

test.each([
  [{ legalName: ' ' }, 'legalName', 'Enter your name, or your company’s.'],
  [{ legalName: 'x'.repeat(121) }, 'legalName', 'Use at most 120 characters.'],
  [{ address: '\n' }, 'address', 'Enter your address.'],
  [{ address: '1\n2\n3\n4\n5\n6' }, 'address', 'Use at most 5 lines.'],
  [{ country: 'de' }, 'country', 'Choose a country.'],
  [{ country: '' }, 'country', 'Choose a country.'],
  [{ taxId: 'x'.repeat(41) }, 'taxId', 'Use at most 40 characters.'],
])('%j is refused', (changes, path, message) => {
  const { issues } = billingDetails.safeParse({ ...details, ...changes }).error ?? {}
  expect(issues).toMatchObject([{ path: [path], message }])
})

test('entered texts are cleaned', () => {
  expect(
    billingDetails.parse({
      ...details,
      legalName: ' Wirth  Events GmbH',
      address: 'Weserstraße 12\r\n\r\n12047 Berlin ',
    }),
  ).toEqual(details)
})
