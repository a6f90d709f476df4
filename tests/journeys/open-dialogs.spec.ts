import type { Page } from '@playwright/test'
import {
  check,
  checkInBothThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  smallest,
} from './support/accessibility'
import { findDjId, findFreeDay } from './support/bookings'
import { choose as chooseForMessage, chooseInRoom, log, makeRoom, openRoom } from './support/chat'
import { expect, roomLink, say, test } from './support/chat'
import { choose, findEvent } from './support/tickets'

// Checks accessibility of dialogs and menus. The screens themselves are in screens.spec.ts.

const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0)
}

test('A-02 A-03 T-01 N-01 P-02 forms with errors, selected tickets, a phone’s menu and the booking dialog are accessible', async ({
  page,
  request,
  enterAs,
}) => {
  await page.goto('/auth?tab=sign-up')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await check(page, 'sign-up with faults')
  await page.goto('/auth?code=WRONGONE')
  await expect(page.getByText('Invalid or expired invitation code')).toBeVisible()
  await check(page, 'an invalid invitation')

  const event = await findEvent(request, 'Dust & Diamonds')
  await page.goto(`/events/${event.id}`)
  await choose(page, 'General Admission', 2)
  await checkInBothThemes(page, 'an event with a choice')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'the menu of a phone')

  const jonas = await enterAs('jonas')
  const djId = await findDjId(request, 'Juno Okafor')
  await jonas.page.goto(`/dj/${djId}?book=${await findFreeDay(request, djId, 2)}`)
  await expect(jonas.page.getByRole('dialog', { name: /^Book / })).toBeVisible()
  await check(jonas.page, 'the booking dialog')
})

test('R-07 the dialogs to postpone and cancel an event, and check-in, are accessible @long', async ({
  enterAs,
  request,
}) => {
  const { page } = await enterAs('jonas')
  const { id } = await findEvent(request, 'Low Ceiling')
  await page.goto(`/dashboard/events/${id}/edit`)
  for (const choice of ['Postpone event', 'Cancel event']) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: choice }).press('Enter')
    await expect(page.getByRole('dialog').getByRole('term').first()).toBeVisible()
    await check(page, choice)
    await close(page)
  }
  await page.goto(`/dashboard/events/${id}/check-in`)
  const question = page.getByRole('dialog', { name: 'Which entrance is this?' })
  await expect(question).toBeVisible()
  await check(page, 'the choice of the door')
  await question.getByRole('button', { name: 'Front' }).click()
  await expect(question).toHaveCount(0)
  await check(page, 'check-in')
})

test('M-06 the notifications are accessible @long', async ({ enterAs }) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem').first()).toBeVisible()
  await check(page, 'the notifications')
})

test('AD-08 the dialog to delete a user is accessible @long', async ({ enterAs }) => {
  const { page } = await enterAs('admin')
  await page.goto('/admin/users?q=priya')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, 'the dialog to delete a user')
})

test('CH-01 CH-05 a room and its menus are accessible, wide and narrow @long', async ({ enterAs }) => {
  const { page } = await enterAs('kestrel')
  await page.goto('/dashboard/chat')
  await roomLink(page, 'Deep end').click()
  await expect(log(page)).toContainText('Seconded')
  await checkInBothThemes(page, 'a room')
  await log(page).locator('[data-message]').last().hover()
  await log(page).locator('[data-message]').last().getByRole('button').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, 'the menu of a message')
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await expectAccessible(page, 'a room on a phone')
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, 'a room at 320 px')
})

test('CH-02 CH-04 the dialogs of rooms and messages are accessible @long', async ({ enter }) => {
  test.slow()
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, { roomType: 'private' }, [bo])
  await say(bo, room.id, 'One to be reported')
  await say(ada, room.id, 'One of my own')
  const { page } = ada
  await openRoom(page, room.id)
  await page.getByRole('button', { name: 'Create New Chat Room' }).click()
  const create = page.getByRole('dialog', { name: 'Create New Chat Room' })
  await create.getByRole('radio', { name: /^Genre/ }).press('Space')
  await expectAccessible(page, 'creating a room')
  await close(page)
  for (const action of ['Members', 'Invite people', 'Room settings']) {
    await chooseInRoom(page, room.name, action)
    await expect(page.getByRole('dialog', { name: action })).toBeVisible()
    await expect(page.getByRole('dialog').locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page, action)
    await close(page)
  }
  for (const action of ['Report…', 'Hide message', 'Mute']) {
    await chooseForMessage(page, 'One to be reported', action)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, action)
    await close(page)
  }
  await chooseForMessage(page, 'One of my own', 'Edit')
  await expectAccessible(page, 'editing a message')
  await page.keyboard.press('Escape')
  await chooseForMessage(page, 'One of my own', 'Delete')
  await expectAccessible(page, 'deleting a message')
})
