import type { Page } from '@playwright/test'
import { expectAccessibleThemes, expectNoSidewaysScroll } from './support/accessibility'
import { tabTo } from './support/keyboard'
import { bubble, bubbles, chooseInRoom, composer, expect, log, openRoom } from './support/chat'
import { choose, makeRoom, roomLink, roomList, say, test, write } from './support/chat'

const phone = { width: 390, height: 844 }
const smallest = { width: 320, height: 640 }

/** As it stands, in both themes: 0 violations. */
async function check(page: Page, where: string): Promise<void> {
  await expectAccessibleThemes(page, where)
}

test('CH-01 CH-05 rooms and a room are accessible, wide and narrow', async ({ enterAs }) => {
  const { page } = await enterAs('kestrel')
  await page.goto('/dashboard/chat')
  await check(page, 'the rooms')
  await roomLink(page, 'Deep end').click()
  await expect(log(page)).toContainText('Seconded')
  await check(page, 'a room')
  await log(page).locator('[data-message]').last().hover()
  await log(page).locator('[data-message]').last().getByRole('button').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await check(page, 'the menu of a message')
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await check(page, 'a room on a phone')
  await expectNoSidewaysScroll(page, 'a room on a phone')
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, 'a room at 320 px')
  await page.goto('/dashboard/chat')
  await check(page, 'the rooms on a phone')
  await expectNoSidewaysScroll(page, 'the rooms at 320 px')
  await roomLink(page, 'Room 2, upstairs').or(roomLink(page, 'After hours')).first().click()
  await check(page, 'a private room')
})

test('CH-02 CH-04 the dialogs of rooms and messages are accessible', async ({ enter }) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, { roomType: 'private' }, [bo])
  await say(bo, room.id, 'One to be reported')
  await say(ada, room.id, 'One of my own')
  const { page } = ada
  await openRoom(page, room.id)
  const shut = async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Create New Chat Room' }).click()
  const create = page.getByRole('dialog', { name: 'Create New Chat Room' })
  await create.getByRole('radio', { name: /^Genre/ }).press('Space')
  await check(page, 'making a room')
  await shut()
  for (const [action, title] of [
    ['Members', 'Members'],
    ['Invite people', 'Invite people'],
    ['Room settings', 'Room settings'],
  ] as const) {
    await chooseInRoom(page, room.name, action)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expect(page.getByRole('dialog').locator('[aria-busy=true]')).toHaveCount(0)
    await check(page, action)
    await shut()
  }
  for (const action of ['Report…', 'Hide message', 'Mute', 'Ban']) {
    await choose(page, 'One to be reported', action)
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(page, action)
    await shut()
  }
  await choose(page, 'One of my own', 'Edit')
  await check(page, 'changing a message')
  await page.keyboard.press('Escape')
  await choose(page, 'One of my own', 'Delete')
  await check(page, 'deleting a message')
  await shut()
})

test('CH-09 the moderators’ queue is accessible, wide and narrow', async ({ enterAs }) => {
  const { page } = await enterAs('moderator')
  for (const address of ['/dashboard/moderation', '/dashboard/moderation?tab=closed']) {
    await page.goto(address)
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeVisible()
    await check(page, address)
  }
  await page.setViewportSize(phone)
  await page.goto('/dashboard/moderation')
  await check(page, 'the queue on a phone')
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, 'the queue at 320 px')
  await page.getByRole('link', { name: /Message in Deep end/ }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeVisible()
  await expectNoSidewaysScroll(page, 'a report at 320 px')
})

test('CH-03 on a phone: the rooms, one of them, and back', async ({ enter }) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, { name: `Up the stairs ${Date.now().toString(36)}` }, [bo])
  for (let n = 1; n <= 16; n += 1) await say(ada, room.id, `Step ${n}`)
  const { page } = bo
  await page.setViewportSize(phone)
  await page.goto('/dashboard/chat')
  await expect(page.getByText('Select a room to start chatting')).toBeHidden()
  await roomLink(page, room.name).click()
  await expect(page.getByRole('heading', { name: room.name })).toBeInViewport()
  await expect(roomList(page)).toBeHidden()
  await expect(composer(page)).toBeInViewport({ ratio: 1 })
  await expect(bubble(page, 'Step 16')).toBeInViewport()
  await write(page, 'Up')
  await expect(bubble(page, 'Up')).toBeInViewport()
  await expectNoSidewaysScroll(page, 'a room on a phone')
  await page.getByRole('region', { name: room.name }).getByRole('link', { name: 'Rooms' }).click()
  await expect(page).toHaveURL('/dashboard/chat')
  await expect(roomLink(page, room.name)).toBeVisible()
  await page.goBack()
  await expect(bubble(page, 'Up')).toBeInViewport()
})

test('CH-03 CH-05 CH-08 a room is found, written in, and a message changed and deleted without a mouse', async ({
  enter,
}) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {}, [bo])
  await say(ada, room.id, 'From Ada')
  const { page } = bo
  await page.goto('/dashboard/chat')
  await tabTo(page, page.getByRole('searchbox', { name: 'Search rooms' }))
  await page.keyboard.type(room.name)
  await expect(roomList(page).getByRole('link')).toHaveCount(1)
  await tabTo(page, roomLink(page, room.name))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: room.name })).toBeVisible()
  await tabTo(page, composer(page))
  await page.keyboard.type('By keys alone')
  await page.keyboard.press('Enter')
  await expect(bubbles(page)).toHaveText(['From Ada', 'By keys alone'])
  await expect(page.locator('[data-state]'), 'stored').toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const field = page.getByRole('textbox', { name: 'Your message' })
  await expect(field).toBeFocused()
  await page.keyboard.type(', mostly')
  await page.keyboard.press('Enter')
  await expect(bubbles(page)).toHaveText(['From Ada', 'By keys alone, mostly (edited)'])
  await expect(composer(page)).toBeFocused()
  const own = page.getByRole('button', { name: 'More about your message' })
  const others = page.getByRole('button', { name: 'More about the message of Ada Verboven' })
  // Where one was among the messages before.
  await page.keyboard.press('Shift+Tab')
  await expect(others).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(own).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu', { name: 'Your message' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('alertdialog', { name: 'Delete this message?' })
  await expect(asked).toBeVisible()
  await tabTo(page, asked.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(bubbles(page)).toHaveText(['From Ada'])
})
