import type { Page } from '@playwright/test'
import { expect, test } from './support/journey'

/** Returns a date in ten days, in the format of a date field. */
const soon = () => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)

const saved = (page: Page) => expect(page.locator('output[data-state]')).toHaveText(/^Saved at/)

async function begin(page: Page, title: string): Promise<void> {
  await page.goto('/dashboard/events/create')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Date').fill(soon())
  await page.getByLabel('Venue').fill('Carriage Works')
  await page.getByLabel('City', { exact: true }).fill('Leeds')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/\/dashboard\/events\/[\da-f-]{36}\/edit$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('R-07 an organizer creates, previews and publishes an event, a visitor sees it, and it is unpublished', async ({
  enterAs,
  page: visitor,
  faults,
}) => {
  // These console errors are expected: publishing with missing values returns 422, and a visitor gets 404 for the
  // draft.
  faults.expect(/422|404/)
  const title = `Dust & Diamonds ${Date.now().toString(36)}`
  const { page } = await enterAs('jonas')
  await begin(page, title)
  const id = /events\/([\da-f-]{36})/.exec(page.url())?.[1] ?? ''

  await page.getByLabel('Age').selectOption('18+')
  await page.getByLabel('Doors').fill('22:30')
  await page.getByLabel('About This Event').fill('A goods shed, **four stacks**.')
  await page.getByLabel('Capacity').fill('600')
  await page.getByLabel('Address').fill('14 Holbeck Lane')
  await page.getByRole('button', { name: 'Add a member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a member' })
  await dialog.getByRole('searchbox').fill('Juno')
  await dialog
    .getByRole('button', { name: /^Add Juno/ })
    .first()
    .click()
  await page.getByLabel(/^Juno .* ends$/).fill('02:00')
  await expect(page.getByText('No one plays from 02:00 to 06:00.')).toBeVisible()
  await saved(page)

  // Without a ticket type an error names what is missing.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Before it can be published:')).toBeVisible()
  await page.getByLabel('Price at the door').fill('15')
  await saved(page)
  await expect(page.getByText('Before it can be published:')).toBeHidden()

  // Only the event's team sees the draft.
  expect((await visitor.goto(`/events/${id}`))?.status()).toBe(404)
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByText('Only the team can see it so far.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('link', { name: 'Back to editing' }).click()

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Changes are live immediately.')).toBeVisible()
  expect((await visitor.goto(`/events/${id}`))?.status()).toBe(200)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.getByText('14 Holbeck Lane')).toBeVisible()

  // The event can be unpublished while no ticket is sold.
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  // Pages of visitors are cached for two seconds.
  await expect.poll(async () => (await visitor.goto(`/events/${id}`))?.status()).toBe(404)
})

test('R-07 typed values survive a reload and a lost connection @long', async ({ enterAs, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const { page, context } = await enterAs('jonas')
  // The form stores the typed text before a draft exists.
  await page.goto('/dashboard/events/create')
  await page.getByLabel('Title').fill('Half a thought')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought')

  await begin(page, 'Whole thought')
  // The page reloads before the autosave delay has passed.
  await page.getByLabel('Title').fill('Second thought')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Second thought')
  await saved(page)

  await context.setOffline(true)
  await page.getByLabel('Venue').fill('The Cistern')
  await expect(page.locator('output[data-state]')).toHaveText('Not saved yet. Trying again.')
  await context.setOffline(false)
  await saved(page)
  await page.reload()
  await expect(page.getByLabel('Venue')).toHaveValue('The Cistern')
})

test('R-07 of two windows that edit one event, the second asks which version of the form to use @long', async ({
  enterAs,
  faults,
}) => {
  faults.expect(/409/)
  const { page, context } = await enterAs('jonas')
  await begin(page, 'Two windows')
  const other = await context.newPage()
  await other.goto(page.url())
  // Without its stream the second window receives no updates.
  await other.route('**/api/live*', (route) => route.abort())
  faults.expect(/live|ERR_FAILED/)
  await other.reload()
  await expect(other.getByLabel('Title')).toHaveValue('Two windows')

  await page.getByLabel('Venue').fill('The Cistern')
  await page.getByLabel('Title').fill('First window')
  await saved(page)
  await other.getByLabel('City', { exact: true }).fill('York')
  const dialog = other.getByRole('dialog', { name: 'Someone else changed this' })
  await expect(dialog.getByText(/You changed this event in another window/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(other.getByLabel('Venue')).toHaveValue('The Cistern')
  await expect(other.getByLabel('Title')).toHaveValue('First window')
  await expect(other.getByLabel('City', { exact: true })).not.toHaveValue('York')

  await page.getByLabel('Title').fill('Mine')
  await saved(page)
  await other.getByLabel('City', { exact: true }).fill('York')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await saved(other)
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('York')
  await expect(page.getByLabel('Title')).toHaveValue('First window')
})
