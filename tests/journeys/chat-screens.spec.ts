import { expectNoSidewaysScroll } from './support/accessibility'
import { tabTo } from './support/keyboard'
import { bubble, bubbles, composer, expect } from './support/chat'
import { makeRoom, roomLink, roomList, say, test, write } from './support/chat'

const phone = { width: 390, height: 844 }

test('CH-03 a phone shows the list of rooms, then one room, and returns to the list @long', async ({
  enter,
}) => {
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

test('CH-03 CH-05 CH-08 by keyboard alone, a person finds a room and writes, edits and deletes a message @long', async ({
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
  // The focus returns to the previously focused message.
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
