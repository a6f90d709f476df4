import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { expect } from './support/journey'
import { test } from './support/member'
import { approve, goAndPay, hold } from './support/tickets'

interface OwnEvent {
  id: string
  title: string
}

/** Inserts an event of Jonas: Mara plays, Temi manages, Owen checks in, and three of eight tickets are sold. */
async function insertEvent(title: string, days: number): Promise<OwnEvent> {
  const [inserted] = await withDatabase((ask) =>
    ask<OwnEvent>(
      `with event as (
        insert into events (title, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id, dj_id)
        select $1 || ' ' || substr(new_id()::text, 30), 'club_night', x.at, x.at + interval '6 hours', 'Europe/London',
          'Carriage Works', 'Leeds', 'published', organizer.id, host.id
        from (select now() + make_interval(days => $2) as at) x, profiles organizer, profiles host
        where organizer.email = 'jonas@backtoback.example' and host.email = 'mara@backtoback.example' returning id, title
      ), helpers as (
        insert into event_people (event_id, person_id, relation)
          select event.id, p.id, case when p.email like 'temi%' then 'manager' else 'check_in' end
          from event, profiles p where p.email in ('temi@backtoback.example', 'owen@backtoback.example')
      ), type as (
        insert into ticket_types (event_id, name, price_cents, quantity_total, quantity_sold, revenue_cents)
          select id, 'General Admission', 1600, 8, 3, 4800 from event returning id
      ), sales as (
        insert into ticket_sales (ticket_type_id, day, tickets, cents) select id, current_date - 2, 3, 4800 from type
      ) select id, title from event`,
      [title, days],
    ),
  )
  if (!inserted) throw new Error('no event was inserted')
  return inserted
}

const rowOf = (within: Page | Locator, { title }: OwnEvent): Locator =>
  within.getByRole('article', { name: title })

test('ME-01 ME-02 R-07 after a sale, an event’s list entry and figures update without a reload, and can be exported', async ({
  enterAs,
  customer,
}) => {
  const event = await insertEvent('Loud Neighbors', 20)
  const { page, context } = await enterAs('jonas')
  const list = await context.newPage()
  await list.goto('/dashboard/events')
  await page.goto('/dashboard/events')
  await expect(rowOf(page, event)).toContainText(/3 of 8 sold\s*38%/)
  await rowOf(page, event).getByRole('link', { name: event.title }).click()
  await expect(page).toHaveURL(`/dashboard/events/${event.id}/analytics`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  const figures = main.locator('dl.cells')
  await expect(figures).toContainText('$48before the 10% service fee')
  await expect(figures).toContainText('38%3 of 8 tickets')
  const day = main.getByRole('table', { name: 'Tickets per day' })
  await page.getByText('As a table').first().click()
  await expect(day.getByRole('row').last()).toContainText('0$0.00')
  // The new figures must arrive by the stream: the page also refreshes every half minute, but the limits below are
  // shorter.
  await expect(page).toHaveTitle(/^Analytics of Loud Neighbors/)

  await hold(customer.page, event, { 'General Admission': 2 })
  await expect(figures).toContainText('38%3 of 8 tickets')
  await goAndPay(customer.page)
  await approve(customer.page)
  await expect(figures).toContainText('$80before', { timeout: 12_000 })
  await expect(figures).toContainText('63%5 of 8 tickets')
  await expect(day.getByRole('row').last()).toContainText('2$32.00')
  await expect(rowOf(list, event)).toContainText(/5 of 8 sold\s*63%\s*Revenue\s*\$80\.00/)

  const waiting = page.waitForEvent('download')
  await main.getByRole('link', { name: 'Export' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^sales.*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines[0]).toMatch(/Day,Ticket type,Tickets,Revenue,Currency$/)
  expect(lines.slice(1).map((line) => line.replace(/^[\d-]{10},/, ''))).toEqual([
    'General Admission,3,48,USD',
    'General Admission,2,32,USD',
  ])
})

test('R-07 team members see only their part of an event’s screens, and other people get a 404 @long', async ({
  enterAs,
  customer,
}) => {
  const event = await insertEvent('Paper Doors', 20)
  const screens = ['edit', 'preview', 'analytics', 'refunds', 'guests', 'check-in']
  const closed = {
    sofia: screens,
    // The role of site admin gives no relation to an event, so all these screens refuse them.
    admin: screens,
    owen: ['edit', 'preview', 'analytics', 'refunds', 'guests'],
    mara: ['edit', 'preview', 'refunds', 'guests', 'check-in'],
    temi: ['refunds'],
  }
  const refused: Record<string, string[]> = {}
  for (const key of Object.keys(closed)) {
    const { context } = await enterAs(key)
    refused[key] = []
    for (const screen of screens) {
      const answer = await context.request.get(`/dashboard/events/${event.id}/${screen}`, { maxRedirects: 0 })
      if (answer.status() === 404) refused[key].push(screen)
      else expect(answer.status(), `${screen} for ${key}`).toBe(200)
    }
  }
  expect(refused).toEqual(closed)

  // A refused page has the same text as the page of an event that doesn't exist.
  const { context } = await enterAs('sofia')
  const wordsOf = async (id: string) => {
    const html = await (await context.request.get(`/dashboard/events/${id}/edit`)).text()
    return (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ')
  }
  expect(await wordsOf(event.id)).toContain('Event not found')
  expect(await wordsOf(event.id)).toBe(await wordsOf('018cc251-0000-7000-8000-00000000dead'))
  const own = await customer.context.request.get(`/dashboard/events/${event.id}/edit`)
  expect(await own.text()).not.toContain(event.title)
})
