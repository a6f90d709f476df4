import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { downloadCsv } from '~tests/support/download-csv'
import { insertMember, openTestDashboard } from '../dashboard/testing'
import { insertEvent } from '../testing'
import { createNumbersExportRoute } from './csv-route'

const { db } = await openTestDashboard()
const ilse = await insertMember(db, { name: 'Ilse Brandt' })
const kit = await insertMember(db, { name: 'Kit Marlowe' })

async function insertSales(currency: string): Promise<string> {
  const id = await insertEvent(db, { organizer_id: ilse.id, currency }, [
    { name: 'General Admission', quantity_total: 10 },
  ])
  await sql`insert into event_people (event_id, person_id, relation) values (${id}, ${kit.id}, 'manager')`.execute(
    db,
  )
  await sql`
    insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select t.id, '2026-11-18', 3, 4500 from ticket_types t where t.event_id = ${id}`.execute(db)
  return id
}

async function download(caller: Caller, id: string): Promise<string> {
  const { text } = await downloadCsv(createNumbersExportRoute({ db }), { caller, params: { id } })
  return text.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n')
}

test.each([
  ['EUR', '45'],
  ['JPY', '4500'],
])('revenue is in the main unit of %s', async (currency, revenue) => {
  const id = await insertSales(currency)
  expect(await download(ilse, id)).toBe(
    `Day,Ticket type,Tickets,Revenue,Currency\n2026-11-18,General Admission,3,${revenue},${currency}\n`,
  )
})

test('managers see tickets without revenue', async () => {
  expect(await download(kit, await insertSales('EUR'))).not.toContain('Revenue')
})
