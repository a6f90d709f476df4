import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { getPersonId } from '~demo/people'
import { insertPaidOrders, listInvoices, runInvoiceJob } from '~/features/invoices/server/testing'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'

// Permissions for invoices over HTTP, with an order of a customer at an event of Jonas.
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

const people = {
  'a visitor': null,
  'the buyer': 'customer',
  'the seller': 'jonas',
  'another member': 'kestrel',
  'a moderator': 'moderator',
  'an admin': 'admin',
} as const
type Person = keyof typeof people

async function insertInvoices() {
  const sale = { eventId: newId(), types: [newId()] }
  await sql`
    insert into events (id, title, event_type, event_date, timezone, event_status, location, venue_name, organizer_id)
    values (${sale.eventId}, 'Low Ceiling', 'club_night', now() + interval '30 days', 'UTC', 'draft', 'Leeds', 'Loom Hall',
      ${getPersonId('jonas')})`.execute(db)
  await sql`insert into ticket_types (id, event_id, name, price_cents, quantity_total)
    values (${sale.types[0]}, ${sale.eventId}, 'General', 1600, 10)`.execute(db)
  const ids = await insertPaidOrders(db, sale, 1)
  await sql`update orders set customer_id = ${getPersonId('customer')} where id = any(${ids}::uuid[])`.execute(
    db,
  )
  await runInvoiceJob(db)
  // The invoice job of the running app may already be issuing these invoices, so wait for them.
  const [organizer, platform] = await vi.waitFor(async () => {
    const invoices = await listInvoices(db, ids)
    if (invoices.length < 2) throw new Error('The invoices are not issued')
    return invoices
  })
  return { orderId: ids[0], organizer, platform }
}
const { orderId, organizer, platform } = await insertInvoices()

async function get(person: Person, path: string) {
  const key = people[person]
  const cookie = key === null ? '' : await signIn(key)
  return fetch(`${address}/api/v1/${path}`, { headers: { cookie, 'x-forwarded-for': someAddress() } })
}

test.each([
  ['a visitor', 401, 401],
  ['the buyer', 200, 200],
  ['the seller', 200, 404],
  ['another member', 404, 404],
  ['a moderator', 404, 404],
  ['an admin', 200, 200],
] as const)(
  'DA-03 %s gets status %i for the organizer’s invoice and %i for the site’s',
  async (person, ofSeller, ofSite) => {
    for (const [invoice, status] of [
      [organizer, ofSeller],
      [platform, ofSite],
    ] as const) {
      const response = await get(person, `invoices/${invoice?.id}/invoice.pdf`)
      const body = await response.text()
      expect(response.status, body).toBe(status)
      if (status !== 200) {
        expect(body).not.toMatch(/Priya|Jonas|Low Ceiling/)
        continue
      }
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('content-disposition')).toContain(`${invoice?.invoiceNumber}.pdf`)
      expect(body.slice(0, 5)).toBe('%PDF-')
    }
  },
)

test.each(Object.keys(people) as Person[])(
  'DA-03 %s lists only invoices that they may download',
  async (person) => {
    const response = await get(person, `invoices?orderIds[0]=${orderId}`)
    const body: unknown = await response.json()
    const own = { number: organizer?.invoiceNumber }
    if (person === 'a visitor') expect(response.status).toBe(401)
    else if (person === 'the buyer' || person === 'an admin')
      expect(body).toMatchObject({ invoices: [own, { number: platform?.invoiceNumber }] })
    else if (person === 'the seller') expect(body).toMatchObject({ invoices: [own] })
    else expect(body).toEqual({ invoices: [] })
  },
)

test.each([
  ['a visitor', 401],
  ['the buyer', 200],
  ['the seller', 404],
  ['another member', 404],
  ['a moderator', 404],
  ['an admin', 404],
] as const)(
  'DA-03 %s reads and changes the billing details of an order with status %i',
  async (person, status) => {
    const path = `orders/${orderId}/billing-details`
    expect((await get(person, path)).status).toBe(status)
    const key = people[person]
    const response = await fetch(`${address}/api/v1/${path}`, {
      method: 'PUT',
      headers: {
        cookie: key === null ? '' : await signIn(key),
        'content-type': 'application/json',
        origin: address,
        'x-forwarded-for': someAddress(),
      },
      body: JSON.stringify({ legalName: 'Raman GmbH', address: 'Weserstraße 40', country: 'DE', taxId: '' }),
    })
    expect(response.status, await response.text()).toBe(status)
  },
)
