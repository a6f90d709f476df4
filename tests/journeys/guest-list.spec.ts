import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { emailTo } from './support/mailbox'

/** Inserts a published event of Jonas that Temi manages, with two tickets of one buyer and one of another. */
async function insertEvent(): Promise<{ id: string; title: string; buyers: string[] }> {
  const mark = crypto.randomUUID().slice(0, 8)
  const buyers = [`ada-${mark}@crowd.example`, `bo-${mark}@crowd.example`]
  const [event] = await withDatabase((ask) =>
    ask<{ id: string; title: string }>(
      `with event as (
        insert into events (title, description, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id)
        select 'Paper Lanterns ' || $2::text, 'Until the last one is out.', 'club_night', x.at, x.at + interval '6 hours',
          'Europe/London', 'Carriage Works', 'Leeds', 'published', (select id from profiles where email = 'jonas@backtoback.example')
        from (select date_trunc('day', now()) + interval '21 days 23 hours' as at) x returning id, title
      ), helper as (
        insert into event_people (event_id, person_id, relation)
          select event.id, p.id, 'manager' from event, profiles p where p.email = 'temi@backtoback.example'
      ), type as (
        insert into ticket_types (event_id, name, price_cents, quantity_total, quantity_sold)
          select id, 'General Admission', 0, 50, 3 from event returning id, event_id
      ), made as (
        insert into orders (event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points, fee_cents, expires_at, confirmed_at)
          select event.id, gen_random_uuid(), 'confirmed', initcap(split_part(b.email, '-', 1)) || ' Verboven', b.email, 0, 0, 0, now(), now()
          from event, unnest($1::text[]) b(email) returning id, event_id, buyer_email
      ), lines as (
        insert into order_items (order_id, ticket_type_id, quantity, unit_cents)
          select made.id, type.id, case when buyer_email like 'ada%' then 2 else 1 end, 0 from made, type
      ), issued as (
        insert into tickets (order_id, event_id, ticket_type_id)
          select made.id, made.event_id, type.id from made, type, generate_series(1, case when buyer_email like 'ada%' then 2 else 1 end)
      ) select id, title from event`,
      [buyers, mark],
    ),
  )
  if (!event) throw new Error('no event was created')
  return { ...event, buyers }
}

test('R-07 a manager pastes the guest list, gives tickets by email, exports the attendees and writes to each holder once', async ({
  enterAs,
}) => {
  const event = await insertEvent()
  const { page } = await enterAs('temi')
  const press = `press-${event.id}@paper.example`
  await page.goto(`/dashboard/events/${event.id}/guests`)
  await expect(page.getByRole('row', { name: /Ada Verboven/ })).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Bo Verboven/ })).toHaveCount(1)

  await page.getByRole('tab', { name: 'Guest list' }).click()
  await expect(page).toHaveURL(/tab=guests/)
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste a list' })
  await paste.getByLabel('Names').fill('Ilse Brandt +2, Juno Okafor\nTemi Adeyemi\n+4')
  await expect(paste.getByText('4 people, 1 line left out')).toBeVisible()
  await paste.getByRole('button', { name: 'Add 2 names' }).click()
  await expect(page.getByText('2 names, 4 people')).toBeVisible()
  const form = page.getByRole('form', { name: 'Add a guest' })
  await form.getByLabel('Name').fill('Kaito Mori')
  await form.getByLabel('Name').press('Enter')
  await expect(page.getByText('3 names, 5 people')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Ilse Brandt' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit guest' }).getByLabel('Plus').fill('1')
  await page.getByRole('dialog', { name: 'Edit guest' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('3 names, 4 people')).toBeVisible()

  await page.getByRole('tab', { name: 'Attendees' }).click()
  await page.getByRole('button', { name: 'Give tickets' }).click()
  const give = page.getByRole('dialog', { name: 'Give tickets' })
  await give.getByLabel('How many').selectOption('2')
  await give.getByLabel('Name').fill('Vera Press')
  await give.getByLabel('Email').fill(press)
  await give.getByRole('button', { name: 'Give 2 tickets' }).click()
  await expect(page.getByText('2 tickets for Vera Press, sent by email.')).toBeVisible()
  await page.getByRole('button', { name: 'Comp 2' }).click()
  await expect(page.getByRole('row', { name: /Vera Press/ })).toHaveCount(2)
  await page.goto(await emailTo(page.request, press, /Paper Lanterns/))
  await expect(page.getByRole('link', { name: /^tickets-.*\.pdf/ })).toBeVisible()

  await page.goto(`/dashboard/events/${event.id}/guests`)
  await page.getByRole('searchbox', { name: 'Search attendees' }).fill('verboven')
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Export/ }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^attendees-.*\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  for (const email of event.buyers) expect(lines.join()).toContain(email)

  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(page.getByText('3 people, one email for each address.')).toBeVisible()
  await page.getByLabel('Subject').fill('Doors at ten')
  await page.getByLabel('Message', { exact: true }).fill('The side door is shut.\n\nhttps://b2b.example/map')
  await page.getByRole('button', { name: 'Send…' }).click()
  await page
    .getByRole('alertdialog', { name: 'Send to 3 people?' })
    .getByRole('button', { name: 'Send' })
    .click()
  await expect(page.getByText('Sent to 3 addresses')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('2 of 3 left today')).toBeVisible()
  for (const email of [...event.buyers, press]) {
    await emailTo(page.request, email, /Doors at ten/)
    const list = await (await page.request.get('/dev/mail')).text()
    const rows = list
      .split('<li>')
      .filter((row) => row.includes(`To ${email}`) && row.includes('Doors at ten'))
    expect(rows, 'one email each').toHaveLength(1)
  }
})
