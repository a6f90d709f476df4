import type { Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { bubble, bubbles, choose, composer, expect, log, openRoom, roomLink, write } from './support/chat'
import { makeRoom, say, test } from './support/chat'

/** Returns the distance from the end of the list to its visible part. */
const fromEnd = (page: Page) =>
  log(page).evaluate((list) => {
    const end = list.firstElementChild?.getBoundingClientRect().bottom ?? 0
    return Math.round(end - list.getBoundingClientRect().bottom)
  })

const fill = (roomId: string, personId: string, count: number) =>
  withDatabase((ask) =>
    // One message a minute until noon yesterday in Berlin, so that all are on one day and form one group. The chat
    // clock is advanced first, so that later messages get higher sequence numbers.
    ask(
      `with clock as (update chat_clock set seq = seq + $3::int returning seq)
       insert into chat_messages (room_id, user_id, seq, content, created_at)
       select $1::uuid, $2::uuid, clock.seq - $3::int + n, 'Mile ' || n, date_trunc('day', now(), 'Europe/Berlin') - interval '12 hours' - ($3::int - n) * interval '1 minute'
       from clock, generate_series(1, $3::int) n`,
      [roomId, personId, count],
    ),
  )

test('CH-05 CH-08 CH-09 two people write, edit and delete messages, and both see them immediately in the same order', async ({
  enter,
}) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {}, [bo])
  await Promise.all([openRoom(ada.page, room.id), openRoom(bo.page, room.id)])
  await expect(ada.page.getByText('No messages yet. Start the conversation!')).toBeVisible()
  await write(ada.page, '  Which coach?  ')
  await expect(composer(ada.page)).toHaveValue('')
  await expect(bubbles(bo.page)).toHaveText(['Which coach?'])
  await composer(bo.page).pressSequentially('Nine')
  await expect(ada.page.getByText('Bo Lindqvist is typing…')).toBeVisible()
  await write(bo.page, 'Nine!')
  await write(ada.page, 'It is always nine')
  for (const page of [ada.page, bo.page])
    await expect(bubbles(page)).toHaveText(['Which coach?', 'Nine!', 'It is always nine'])
  await expect(ada.page.getByRole('article', { name: 'You' }).first()).toContainText('Which coach?')
  await expect(bo.page.getByRole('article', { name: 'Ada Verboven' }).first()).toContainText('Which coach?')
  const sides = (page: Page) =>
    bubble(page, 'Which coach?').evaluate((one) => {
      const [here, list] = [one.getBoundingClientRect(), one.closest('[role=log]')?.getBoundingClientRect()]
      return list && list.right - here.right < here.left - list.left ? 'right' : 'left'
    })
  expect([await sides(ada.page), await sides(bo.page)]).toEqual(['right', 'left'])

  await choose(bo.page, 'Nine!', 'Edit')
  await bo.page.getByRole('textbox', { name: 'Your message' }).fill('Eleven')
  await bo.page.keyboard.press('Enter')
  await expect(bubbles(ada.page).nth(1)).toHaveText('Eleven (edited)')
  await expect(bubbles(bo.page).nth(1)).toHaveText('Eleven (edited)')

  await choose(ada.page, 'It is always nine', 'Delete')
  const asked = ada.page.getByRole('alertdialog', { name: 'Delete this message?' })
  await expect(asked).toContainText('It is always nine')
  await asked.getByRole('button', { name: 'Delete' }).click()
  for (const page of [ada.page, bo.page])
    await expect(bubbles(page)).toHaveText(['Which coach?', 'Eleven (edited)'])
  await ada.page.reload()
  await expect(bubbles(ada.page)).toHaveText(['Which coach?', 'Eleven (edited)'])

  await composer(ada.page).fill('<b>Not bold</b>')
  await composer(ada.page).press('Shift+Enter')
  await composer(ada.page).pressSequentially('https://loom.example/a?b=1&c=2.')
  await composer(ada.page).press('Enter')
  await expect(log(bo.page).getByRole('link')).toHaveAttribute('href', 'https://loom.example/a?b=1&c=2')
  await expect.poll(() => bubble(bo.page, '<b>Not bold</b>').innerText()).toContain('\n')
})

test('CH-07 the list follows new messages near its end; further up it stays in place and counts them', async ({
  enter,
}) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {}, [bo])
  await fill(room.id, ada.id, 60)
  const { page } = bo
  await openRoom(page, room.id)
  await expect(bubble(page, 'Mile 60')).toBeInViewport()
  await say(ada, room.id, 'At the end')
  await expect(bubble(page, 'At the end')).toBeInViewport()
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1)

  await log(page).evaluate((list) => list.scrollBy({ top: -40, behavior: 'instant' }))
  await say(ada, room.id, 'Within fifty')
  await expect(bubble(page, 'Within fifty')).toBeInViewport()

  await log(page).evaluate((list) => list.scrollBy({ top: -400, behavior: 'instant' }))
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  const heightOf = async (text: string) => (await bubble(page, text).boundingBox())?.y ?? 0
  const before = await heightOf('Mile 50')
  await say(ada, room.id, 'Far below')
  await expect(page.getByRole('button', { name: 'Jump to latest, 1 new message' })).toBeVisible()
  // Less than a pixel, because browsers scroll by fractions.
  expect(Math.abs((await heightOf('Mile 50')) - before), 'the scroll position stays').toBeLessThan(1)
  await expect(bubble(page, 'Far below')).not.toBeInViewport()
  await page.getByRole('button', { name: /^Jump to latest/ }).click()
  await expect(bubble(page, 'Far below')).toBeInViewport()
  await expect(page.getByRole('button', { name: /^Jump to latest/ })).toBeHidden()
})

test('CH-09 a room shows the latest hundred messages, and loads older ones by scrolling without a jump @long', async ({
  enter,
}) => {
  const ada = await enter('Ada Verboven')
  const room = await makeRoom(ada, {})
  await fill(room.id, ada.id, 260)
  const { page } = ada
  await openRoom(page, room.id)
  await expect(bubble(page, 'Mile 260')).toBeInViewport()
  expect(await (await page.request.get(page.url())).text()).not.toContain('Mile 160<')
  const first = log(page).locator('[data-message]').first()
  const beginning = log(page).getByText(/^This is the beginning of /)
  for (let pages = 0; pages < 10 && !(await beginning.isVisible()); pages += 1) {
    const key = (await first.getAttribute('data-message')) ?? ''
    await log(page).locator(`[data-message="${key}"]`).scrollIntoViewIfNeeded()
    await expect(first, 'loads older messages').not.toHaveAttribute('data-message', key)
    // The top message is still visible after older ones have loaded.
    await expect(log(page).locator(`[data-message="${key}"]`)).toBeInViewport()
    await expect(bubble(page, 'Mile 260')).not.toBeInViewport()
  }
  await expect(beginning).toBeVisible()
  const texts = await bubbles(page).allTextContents()
  const miles = texts.map((text) => Number(text.replace('Mile ', '')))
  expect(miles, 'in order, none twice, none missing').toEqual(miles.map((_, n) => n + 1))
  await page.getByRole('button', { name: /^Jump to latest/ }).click()
  await expect(bubble(page, 'Mile 260')).toBeInViewport()
})

test('CH-01 CH-09 M-02 unread messages are counted everywhere, and reading on one device marks them read on all @long', async ({
  enter,
  browser,
  faults,
}) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const [room, other] = [await makeRoom(ada, {}, [bo]), await makeRoom(ada, {}, [bo])]
  const phone = await browser.newContext({ storageState: await bo.context.storageState() })
  faults.watch(phone)
  const second = await phone.newPage()
  await openRoom(bo.page, other.id)
  await second.goto('/dashboard')
  const figure = second
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: second.getByRole('term').filter({ hasText: 'Messages' }) })
    .getByRole('definition')
    .first()
  await expect(figure).toHaveText('0')
  for (const text of ['Gate 4', 'No, gate 6', 'Running']) await say(ada, room.id, text)
  await expect(roomLink(bo.page, room.name).locator('b')).toHaveText('3 unread')
  const sidebar = second.getByRole('navigation', { name: 'Member Dashboard' })
  await expect(sidebar.getByRole('link', { name: /^Chat/ })).toHaveAccessibleName('Chat 3 waiting')
  await expect(figure).toHaveText('3')
  await second.goto('/dashboard/chat')
  await expect(roomLink(second, room.name).locator('b')).toHaveText('3 unread')

  await roomLink(bo.page, room.name).click()
  await expect(log(bo.page).getByText('New', { exact: true })).toBeVisible()
  const order = await log(bo.page).locator('span:text-is("New"), [data-message] > p').allTextContents()
  expect(order.map((text) => text.toLowerCase())).toEqual(['new', 'gate 4', 'no, gate 6', 'running'])
  await expect(roomLink(bo.page, room.name).locator('b')).toHaveCount(0)
  await expect(roomLink(second, room.name).locator('b'), 'also read on the other device').toHaveCount(0)
  await second.goto('/dashboard')
  await expect(figure).toHaveText('0')
  await phone.close()
})
