import { withDatabase } from './support/database'
import { expect, test } from './support/journey'

test('R-07 a customer with check-in duty today finds check-in on their dashboard @long', async ({
  customer,
}) => {
  const { page, email } = customer
  // The event is not public, so it appears in no list of another journey.
  const [event] = await withDatabase((ask) =>
    ask<{ id: string; title: string }>(
      `with event as (
        insert into events (title, event_type, event_date, ends_at, timezone, venue_name, location, event_status, is_public, organizer_id)
        select 'Loose Gravel ' || substr(new_id()::text, 30), 'club_night', x.at, x.at + interval '6 hours', 'Europe/London',
          'Carriage Works', 'Leeds', 'published', false, (select id from profiles where email = 'jonas@backtoback.example')
        from (select now() + interval '3 hours' as at) x returning id, title
      ), door as (
        insert into event_people (event_id, person_id, relation) select event.id, p.id, 'check_in' from event, profiles p where p.email = $1
      ) select id, title from event`,
      [email],
    ),
  )
  if (!event) throw new Error('no event was created')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/customer/dashboard')
  await expect(page.getByText('Tonight at check-in:')).toBeVisible()
  await page.getByRole('link', { name: event.title }).click()
  await expect(page).toHaveURL(`/dashboard/events/${event.id}/check-in`)
  await expect(page.getByText(event.title).first()).toBeVisible()

  // The open check-in page keeps sending requests.
  await page.goto('about:blank')
  await withDatabase((ask) => ask(`delete from event_people where event_id = $1`, [event.id]))
  await page.goto('/customer/dashboard')
  await expect(page.getByRole('heading', { name: 'My Dashboard' })).toBeVisible()
  await expect(page.getByText('at check-in:')).toHaveCount(0)
})
