import { withDatabase } from './support/database'
import { expect } from './support/journey'
import { send, test } from './support/member'

/** Inserts a complete draft of an organizer, with tickets for $16.00. */
async function insertPaidDraft(organizerId: string): Promise<string> {
  const [event] = await withDatabase((query) =>
    query<{ id: string }>(
      `with event as (
        insert into events (title, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id)
        select 'Cold Frame', 'club_night', x.at, x.at + interval '6 hours', 'Europe/London', 'Carriage Works', 'Leeds',
          'draft', $1
        from (select now() + interval '10 days' as at) x returning id
      ), type as (
        insert into ticket_types (event_id, name, price_cents, quantity_total)
          select id, 'General Admission', 1600, 50 from event
      ) select id from event`,
      [organizerId],
    ),
  )
  if (!event) throw new Error('no event was inserted')
  return event.id
}

test('an organizer connects a bank account when publishing a paid event, returns and publishes it', async ({
  member: { id: organizerId, page },
  faults: consoleErrors,
}) => {
  // Publishing a paid event without a payout account is refused.
  consoleErrors.expect(/409 .*\/publish/)
  await send(page, 'PUT', 'me/member-types', { types: ['promoter'] })
  const id = await insertPaidDraft(organizerId)
  await page.goto(`/dashboard/events/${id}/edit`)
  await page.getByLabel('Title').fill('Cold Frame II')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()

  const dialog = page.getByRole('dialog', { name: 'Connect a bank account first' })
  await expect(dialog.getByText('Cold Frame II sells tickets from $16.00.', { exact: false })).toBeVisible()
  await expect(dialog.getByText('No payout account')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Title')).toHaveValue('Cold Frame II')

  await publish.click()
  await dialog.getByRole('button', { name: 'Connect bank account' }).click()
  await page.waitForURL(/\/payouts\/sandbox\//)
  await page.getByRole('button', { name: /^Complete setup/ }).click()
  await page.waitForURL(new RegExp(`/dashboard/events/${id}/edit$`))
  await expect(page.getByLabel('Title')).toHaveValue('Cold Frame II')
  await publish.click()
  await expect(page.getByText('Changes are live immediately.')).toBeVisible()
})
