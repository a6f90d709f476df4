import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'

/** A night of the demo by its title. */
async function findNight(title: string): Promise<string> {
  const [night] = await withDatabase((ask) =>
    ask<{ id: string }>('select id from events where title = $1', [title]),
  )
  if (!night) throw new Error(`${title} is not in the demo`)
  return night.id
}

const screens = [
  ['ME-01 My Events', '/dashboard/events', 'My Events'],
  ['R-07 the beginning of a night', '/dashboard/events/create', /event/i],
  ['R-07 the editor', '/dashboard/events/{night}/edit', 'Low Ceiling'],
  ['R-07 the preview', '/dashboard/events/{night}/preview', 'Low Ceiling'],
  ['ME-02 the figures of a night to come', '/dashboard/events/{night}/analytics', 'Low Ceiling'],
  ['R-07 the attendees', '/dashboard/events/{night}/guests', /./],
  ['R-07 the guest list', '/dashboard/events/{night}/guests?tab=guests', /./],
  ['R-07 the messages', '/dashboard/events/{night}/guests?tab=messages', /./],
  ['T-02 the places in line', '/waitlist', /wait/i],
] as const

for (const [title, address, heading] of screens) {
  test(`${title}: accessible`, async ({ enterAs }) => {
    const { page } = await enterAs('jonas')
    await page.goto(address.replace('{night}', await findNight('Low Ceiling')))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    // A figure's table is part of it.
    for (const summary of await page.getByText('As a table').all()) await summary.click()
    await check(page, title)
  })
}

test('ME-02 the figures of a night that was, with its door: accessible', async ({ enterAs }) => {
  const { page } = await enterAs('jonas')
  await page.goto(`/dashboard/events/${await findNight('Basement Weather')}/analytics`)
  await expect(page.getByRole('region', { name: 'At the door' })).toBeVisible()
  for (const summary of await page.getByText('As a table').all()) await summary.click()
  await check(page, 'a night that was')
})

test('R-07 postponing and cancelling ask in dialogs that are accessible', async ({ enterAs }) => {
  test.slow()
  const { page } = await enterAs('jonas')
  for (const choice of ['Postpone', 'Cancel the night']) {
    await page.goto(`/dashboard/events/${await findNight('Low Ceiling')}/edit`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: choice }).click()
    await expect(page.getByRole('dialog').getByRole('term').first()).toBeVisible()
    await check(page, choice)
  }
})

test('R-07 what stands in place of a night that is not one’s own, and of a link that leads nowhere: accessible', async ({
  enterAs,
  faults,
}) => {
  faults.expect(/status of 404/)
  const { page } = await enterAs('sofia')
  const night = await findNight('Low Ceiling')
  for (const address of [
    `/dashboard/events/${night}/edit`,
    `/dashboard/events/${night}/guests`,
    `/dashboard/events/${night}/door`,
    '/tickets/nothing',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check(page, address)
  }
})

test('R-07 the question of which door it is, and the door: accessible', async ({ enterAs }) => {
  const { page } = await enterAs('jonas')
  await page.goto(`/dashboard/events/${await findNight('Low Ceiling')}/door`)
  const question = page.getByRole('dialog', { name: 'Which door is this?' })
  await expect(question).toBeVisible()
  await check(page, 'which door')
  await question.getByRole('button', { name: 'Front' }).click()
  await expect(question).toBeHidden()
  await check(page, 'the door')
})
