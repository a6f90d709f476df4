import { withDatabase } from './support/database'
import { bubble, bubbles, choose, composer, expect, log, openRoom, toast, write } from './support/chat'
import { chooseInRoom, makeRoom, roomLink, say, test } from './support/chat'

test('CH-04 CH-05 CH-08 a room’s admin hides a message, mutes and bans a person, who sees the reason each time @long', async ({
  enter,
  faults,
}) => {
  faults.expect(/404/)
  const [ada, bo, cy] = [
    await enter('Ada Verboven'),
    await enter('Bo Lindqvist'),
    await enter('Cy Marchetti'),
  ]
  const room = await makeRoom(ada, {}, [bo, cy])
  await say(bo, room.id, 'His number is 030 555 0142')
  await Promise.all([ada, bo, cy].map(({ page }) => openRoom(page, room.id)))

  await test.step('an admin hides a message for everyone; a member hides a person only for themselves', async () => {
    await choose(ada.page, '030 555', 'Hide message')
    const dialog = ada.page.getByRole('dialog', { name: /^Hide/ })
    await dialog.getByLabel('Reason, shown to Bo').fill('A telephone number')
    await dialog.getByRole('button', { name: /^Hide/ }).click()
    for (const { page } of [bo, cy]) await expect(bubbles(page)).toHaveText(['Hidden by a moderator'])
    await cy.page.reload()
    await expect(bubbles(cy.page)).toHaveText(['Hidden by a moderator'])
    expect(await cy.page.content()).not.toContain('030 555')
    await say(bo, room.id, 'What number?')
    await choose(cy.page, 'What number?', 'Hide their messages')
    await expect(bubble(cy.page, 'What number?')).toBeHidden()
    await expect(bubble(ada.page, 'What number?')).toBeVisible()
    await cy.page.getByRole('button', { name: 'Undo' }).click()
    await expect(bubble(cy.page, 'What number?')).toBeVisible()
  })

  await test.step('a muted person keeps the draft and can write again later', async () => {
    await composer(bo.page).fill('AND ANOTHER')
    await choose(ada.page, 'What number?', 'Mute')
    const dialog = ada.page.getByRole('dialog', { name: 'Mute Bo Lindqvist' })
    await dialog.getByLabel('Mute for').selectOption('60')
    await dialog.getByLabel('Reason, shown to Bo').fill('Indoor voice')
    await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(ada.page.getByText(/^Bo Lindqvist is muted until /)).toBeVisible()
    await expect(bo.page.getByPlaceholder(/^You are muted until .*\d\d:\d\d/)).toBeDisabled()
    await expect(bo.page.getByText('By an admin, in this room: Indoor voice')).toBeVisible()
    await chooseInRoom(ada.page, room.name, 'Members')
    const people = ada.page.getByRole('dialog', { name: 'Members' })
    await expect(people.getByText(/^Muted until /)).toBeVisible()
    await people.getByRole('button', { name: 'Options for Bo Lindqvist' }).click()
    await ada.page.getByRole('menuitem', { name: 'End mute' }).click()
    const lift = ada.page.getByRole('dialog', { name: 'End the mute of Bo Lindqvist' })
    await lift.getByLabel('Reason, for the audit log').fill('Said sorry')
    await lift.getByRole('button', { name: 'End the mute' }).click()
    await expect(composer(bo.page)).toBeEnabled()
    await expect(composer(bo.page)).toHaveValue('AND ANOTHER')
    await write(bo.page, 'and another')
    await expect(bubble(ada.page, 'and another')).toBeVisible()
    await ada.page.keyboard.press('Escape')
    await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a banned person leaves the room immediately and cannot find it', async () => {
    await choose(ada.page, 'and another', 'Ban')
    const dialog = ada.page.getByRole('dialog', { name: 'Ban Bo Lindqvist' })
    await dialog.getByLabel('Reason, shown to Bo').fill('Sells followers')
    await dialog.getByRole('button', { name: /^Ban/ }).click()
    await expect(toast(bo.page, `You’re no longer in ${room.name}.`)).toBeVisible()
    await expect(bo.page.getByText('It doesn’t exist, or you don’t have access.')).toBeVisible()
    await expect(roomLink(bo.page, room.name)).toHaveCount(0)
    await bo.page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    await expect(bo.page.getByText(`You are banned from ${room.name}: “Sells followers”`)).toBeVisible()
    await chooseInRoom(ada.page, room.name, 'Members')
    const people = ada.page.getByRole('dialog', { name: 'Members' })
    await people.getByRole('tab', { name: 'Banned' }).click()
    await expect(people).toContainText('Sells followers')
  })

  const actions = await withDatabase((ask) =>
    ask<{ action: string }>(
      "select action from audit_log where actor_id = $1 and action like 'chat.%' order by created_at",
      [ada.id],
    ),
  )
  expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['chat.mute', 'chat.unmute']))
})

test('CH-09 moderators are notified of a report, and the reported person is notified of the decision', async ({
  enter,
  enterAs,
}) => {
  const [ada, bo, cy] = [
    await enter('Ada Verboven'),
    await enter('Bo Lindqvist'),
    await enter('Cy Marchetti'),
  ]
  const room = await makeRoom(ada, {}, [bo, cy])
  const text = `Streams by the thousand, ${room.name}`
  await say(ada, room.id, 'What comes before')
  await say(bo, room.id, text)
  await Promise.all([bo, cy].map(({ page }) => openRoom(page, room.id)))
  const moderator = await enterAs('moderator')
  await moderator.page.goto('/dashboard/moderation')
  await expect(moderator.page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()

  await choose(cy.page, text, 'Report…')
  const dialog = cy.page.getByRole('dialog', { name: 'Report this message' })
  await expect(dialog).toContainText(text)
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(dialog.getByText('Choose a reason.')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Spam/ }).press('Space')
  await dialog.getByLabel('Tell us more').fill('Third room today')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(toast(cy.page, 'Reported. A moderator will look at it.')).toBeVisible()

  const { page } = moderator
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  const notice = page.getByRole('link', { name: new RegExp(`^New report R-\\d+: Message in ${room.name}`) })
  await expect(notice).toHaveAttribute('href', /^\/dashboard\/moderation\?case=/)
  await page.keyboard.press('Escape')
  const waiting = page.getByRole('link').filter({ hasText: `Message in ${room.name}` })
  await expect(waiting, 'without a reload').toBeVisible()
  await waiting.click()
  const open = page.getByRole('article').filter({ hasText: text })
  await expect(open).toContainText('Third room today')
  await expect(open).toContainText('What comes before')
  await expect(open).toContainText('Cy Marchetti')
  await open.getByRole('radio', { name: /^Hide and mute/ }).press('Space')
  await open.getByLabel('Mute for').selectOption('60')
  await open.getByLabel('Reason, shown to Bo').fill('Advertising')
  await open.getByRole('button', { name: 'Decide and open next' }).click()
  await expect(page.getByText(/^R-\d+ closed/).first()).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await expect(log(cy.page)).toContainText('Hidden by a moderator')
  await expect(bo.page.getByPlaceholder(/^You are muted until /)).toBeDisabled()
  await expect(bo.page.getByText('By a moderator, in every room: Advertising')).toBeVisible()

  await page.goto('/dashboard/moderation?tab=closed')
  await page
    .getByRole('link')
    .filter({ hasText: `Message in ${room.name}` })
    .click()
  await expect(page.getByRole('article').filter({ hasText: 'Advertising' })).toContainText('Noor Haddad')
})

test('R-04 only moderators can open the queue of reports @long', async ({ enterAs }) => {
  const { context } = await enterAs('mara')
  const answer = await context.request.get('/dashboard/moderation')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).not.toContain('>Moderation<')
  expect((await context.request.get('/api/v1/moderation/cases?tab=open')).status()).toBe(403)
})
