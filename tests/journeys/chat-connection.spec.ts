import { bubble, bubbles, composer, expect, log, openRoom, roomLink, toast, write } from './support/chat'
import { makeRoom, say, test } from './support/chat'

const sending = '**/api/rpc/chat/messages/send**'

test('CH-08 a message that failed to send is sent once the connection is back, and no message is sent twice', async ({
  enter,
  faults,
}) => {
  faults.expect(/Failed to load resource/)
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {}, [bo])
  await Promise.all([openRoom(ada.page, room.id), openRoom(bo.page, room.id)])
  await write(ada.page, 'First')
  await expect(bubble(bo.page, 'First')).toBeVisible()
  await ada.context.setOffline(true)
  await write(ada.page, 'In the tunnel')
  await expect(toast(ada.page, 'Failed to send message')).toBeVisible()
  await expect(bubble(ada.page, 'In the tunnel')).toBeVisible()
  await expect(ada.page.getByText(/^We couldn’t reach the server\./)).toBeVisible()
  await expect(bubbles(bo.page)).toHaveText(['First'])
  await ada.context.setOffline(false)
  await expect(bubble(bo.page, 'In the tunnel')).toBeVisible({ timeout: 30_000 })
  await expect(ada.page.locator('[data-state]')).toHaveCount(0)

  // The server stores the message, but the browser never receives the response.
  await ada.page.route(sending, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await write(ada.page, 'Once is enough')
  await expect(bubbles(bo.page)).toHaveText(['First', 'In the tunnel', 'Once is enough'])
  // Waits for running handlers: otherwise they would find their requests already continued.
  await ada.page.unrouteAll({ behavior: 'wait' })
  await ada.page.reload()
  for (const page of [ada.page, bo.page])
    await expect(bubbles(page)).toHaveText(['First', 'In the tunnel', 'Once is enough'])
  await write(ada.page, 'And this')
  for (const page of [ada.page, bo.page])
    await expect(bubbles(page)).toHaveText(['First', 'In the tunnel', 'Once is enough', 'And this'])
})

test('CH-08 drafts and unsent messages survive a reload and a change of room @long', async ({
  enter,
  faults,
}) => {
  faults.expect(/Failed to load resource/)
  const ada = await enter('Ada Verboven')
  const [room, other] = [await makeRoom(ada, {}), await makeRoom(ada, {})]
  const { page } = ada
  await openRoom(page, room.id)
  await composer(page).fill('Half a thought, on')
  await roomLink(page, other.name).click()
  await expect(page.getByRole('heading', { name: other.name })).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await composer(page).fill('Another one')
  await roomLink(page, room.name).click()
  await expect(composer(page)).toHaveValue('Half a thought, on')
  await page.reload()
  await expect(composer(page)).toHaveValue('Half a thought, on')
  await roomLink(page, other.name).click()
  await expect(composer(page)).toHaveValue('Another one')

  await page.route(sending, (route) => route.abort())
  await composer(page).press('Enter')
  await expect(toast(page, 'Failed to send message')).toBeVisible()
  await page.reload()
  await expect(bubble(page, 'Another one')).toBeVisible()
  await page.unroute(sending)
  // The message is retried with increasing pauses.
  await expect(page.locator('[data-state]')).toHaveCount(0, { timeout: 40_000 })
  await page.reload()
  await expect(bubbles(page)).toHaveText(['Another one'])
})

test('H-02 the home page shows new messages as they arrive', async ({ enter }) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {})
  const hidden = await makeRoom(ada, { roomType: 'private' })
  const { page } = bo
  await page.goto('/')
  const feed = page.getByRole('region', { name: 'Live Chat Feed' })
  await expect(feed.getByRole('listitem')).toHaveCount(10)
  await say(ada, hidden.id, 'Not for the home of others')
  await say(ada, room.id, 'Doors are open')
  // Other journeys write too, so this room may not stay first in the feed.
  const said = feed.getByRole('listitem').filter({ hasText: room.name })
  await expect(said).toContainText('Doors are open')
  await expect(said).toContainText('Ada Verboven')
  await expect(feed.getByRole('listitem')).toHaveCount(10)
  await expect(feed).not.toContainText('Not for the home of others')
  await said.getByRole('link', { name: room.name }).click()
  await expect(page).toHaveURL(`/dashboard/chat/${room.id}`)
  await expect(log(page)).toContainText('Doors are open')
  await page.goto('/')
  await feed.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/dashboard/chat')
})
