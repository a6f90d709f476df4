import type { Page } from '@playwright/test'
import { chooseInRoom, composer, expect, log, openRoom, toast, write } from './support/chat'
import { call, makeRoom, roomLink, roomList, roomName, say, test } from './support/chat'

const calls = (name: string) => `**/api/rpc/chat/${name}**`
const createDialog = (page: Page) => page.getByRole('dialog', { name: 'Create New Chat Room' })

test('CH-01 the rooms stand under their headings by name, and a search finds them', async ({ enterAs }) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard/chat')
  await expect(page.getByText('Select a room to start chatting')).toBeVisible()
  const names = (heading: string) => roomList(page).getByRole('list', { name: heading }).locator('.nm')
  await expect(names('PUBLIC ROOMS').filter({ hasText: /^(Gear swap|Load-in|Lost and found)$/ })).toHaveText([
    'Gear swap',
    'Load-in',
    'Lost and found',
  ])
  await expect(roomLink(page, 'Deep end').locator('.gb')).toHaveText('Deep House')
  await expect(names('PRIVATE ROOMS').filter({ hasText: 'After hours' })).toHaveCount(1)
  await expect(roomLink(page, 'Room 2, upstairs')).toContainText('Invited')
  await expect(names('DIRECT MESSAGES')).toContainText(['Juno Okafor'])
  await expect(names('ARCHIVED ROOMS')).toContainText(['Basement Weather, the van'])

  const search = page.getByRole('searchbox', { name: 'Search rooms' })
  await expect(search).toHaveAttribute('placeholder', 'Search rooms...')
  await search.fill('hard sh')
  await expect(roomList(page).getByRole('link')).toHaveText([/^Hard shoulder/])
  await expect(page).toHaveURL(/q=hard(\+|%20)sh/)
  await search.fill('nobody calls a room this')
  await expect(page.getByText('No room is called “nobody calls a room this”.')).toBeVisible()
  await roomList(page).getByRole('button', { name: 'Clear search' }).last().click()
  await expect(roomLink(page, 'Hands')).toBeVisible()

  // Searching leaves the room that is open, and what is half written in it, where it is.
  await roomLink(page, 'Hands').click()
  await expect(page.getByRole('region', { name: 'Hands' })).toBeVisible()
  await search.fill('hard sh')
  await expect(page).toHaveURL(/\/dashboard\/chat\/[0-9a-f-]{36}\?q=hard(\+|%20)sh/)
  await expect(page.getByRole('region', { name: 'Hands' })).toBeVisible()
})

test('CH-03 a room is chosen from the list, and its head says what it is', async ({ enterAs }) => {
  const { page } = await enterAs('sofia')
  await page.goto('/dashboard/chat')
  await roomLink(page, 'Deep end').click()
  await expect(page).toHaveURL(/\/dashboard\/chat\/[0-9a-f-]{36}$/)
  const room = page.getByRole('region', { name: 'Deep end' })
  await expect(room.getByRole('heading', { name: 'Deep end' })).toBeVisible()
  await expect(room.getByText('Under 122 bpm, over 3 a.m. IDs, edits and long blends.')).toBeVisible()
  await expect(room.getByRole('button', { name: /\d+ members/ })).toBeVisible()
  await expect(log(page).getByRole('article', { name: 'Anonymous' })).toContainText('Seconded')
  await expect(page).toHaveTitle(/Deep end/)
  // The same, drawn by the server.
  expect(await (await page.request.get(page.url())).text()).toContain('White label. The rain is real')
})

test('CH-02 a room is made, and what was typed outlives a failure', async ({ enter, faults }) => {
  faults.expect(/Failed to load resource/)
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const { page } = ada
  await bo.page.goto('/dashboard/chat')
  await page.goto('/dashboard/chat')
  await page.getByRole('button', { name: 'Create New Chat Room' }).click()
  const dialog = createDialog(page)
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  const name = roomName('Long blends')
  await dialog.getByLabel('Room name').fill(`  ${name}  `)
  await dialog.getByLabel('Description').fill('Four minutes and up')
  await dialog.getByRole('radio', { name: /^Genre/ }).press('Space')
  await dialog.getByLabel('Genre', { exact: true }).last().fill('Deep House')
  await page.route(calls('rooms/create'), (route) => route.abort())
  await create.click()
  await expect(toast(page, 'Failed to create room')).toBeVisible()
  await expect(dialog.getByLabel('Room name')).toHaveValue(`  ${name}  `)
  await expect(dialog.getByLabel('Description')).toHaveValue('Four minutes and up')
  await page.unroute(calls('rooms/create'))
  await create.click()
  await expect(toast(page, 'Room created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/chat\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('region', { name, exact: true })).toContainText('1 member')
  await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible()
  // CH-09: the list of somebody who looks at it has it at once.
  await expect(roomLink(bo.page, name)).toContainText('Deep House')
})

test('CH-04 CH-08 a public room is read, joined, and then written in; a failure to join says so', async ({
  enter,
  faults,
}) => {
  faults.expect(/Failed to load resource/)
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {})
  await say(ada, room.id, 'The window seat is taken')
  const { page } = bo
  await openRoom(page, room.id)
  await expect(log(page)).toContainText('The window seat is taken')
  await expect(page.getByPlaceholder('Join the room to send messages')).toBeDisabled()
  await page.route(calls('rooms/join'), (route) => route.abort())
  await page.getByRole('button', { name: 'Join Room' }).click()
  await expect(toast(page, 'Failed to join room')).toBeVisible()
  await page.unroute(calls('rooms/join'))
  await openRoom(ada.page, room.id)
  await expect(ada.page.getByRole('button', { name: '1 member' })).toBeVisible()
  await page.getByRole('button', { name: 'Join Room' }).click()
  await expect(toast(page, 'Joined room successfully!')).toBeVisible()
  await expect(ada.page.getByRole('button', { name: '2 members' }), 'counted at once').toBeVisible()
  await write(page, 'Then I stand')
  await expect(ada.page.getByRole('article', { name: 'Bo Lindqvist' })).toContainText('Then I stand')
})

test('CH-04 a request to join a private room is sent, withdrawn, sent again and approved', async ({
  enter,
}) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, { roomType: 'private', joinBy: 'request', description: 'Ask first' })
  await say(ada, room.id, 'Nothing for outsiders')
  await openRoom(ada.page, room.id)
  const { page } = bo
  await openRoom(page, room.id)
  await expect(page.getByText('You need to join this room to view messages')).toBeVisible()
  await expect(page.getByText('1 member', { exact: true })).toBeVisible()
  expect(await page.content()).not.toContain('Nothing for outsiders')
  await page.getByRole('button', { name: 'Join Room' }).click()
  await expect(page.getByText('Request sent. A room admin will answer it.')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await page.getByRole('button', { name: 'Join Room' }).click()
  await expect(page.getByText('Request sent. A room admin will answer it.')).toBeVisible()

  await ada.page.getByRole('button', { name: '1 to let in' }).click()
  const people = ada.page.getByRole('dialog', { name: 'Members' })
  await people.getByRole('button', { name: 'Let in Bo Lindqvist' }).click()
  await expect(toast(ada.page, 'Bo Lindqvist is in the room')).toBeVisible()
  await expect(log(page), 'without a reload').toContainText('Nothing for outsiders')
  await expect(composer(page)).toBeEnabled()
})

test('CH-04 an invitation is in the bell and in the list, and only the invited find the room', async ({
  enter,
  faults,
}) => {
  faults.expect(/404/)
  const [ada, bo, cy] = [
    await enter('Ada Verboven'),
    await enter('Bo Lindqvist'),
    await enter('Cy Marchetti'),
  ]
  const room = await makeRoom(ada, { roomType: 'private', joinBy: 'invitation' })
  await bo.page.goto('/dashboard/chat')
  await expect(roomLink(bo.page, 'Hands')).toBeVisible()
  await expect(roomLink(bo.page, room.name)).toHaveCount(0)
  await openRoom(ada.page, room.id)
  await chooseInRoom(ada.page, room.name, 'Invite people')
  const dialog = ada.page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill('Bo Lindqvist')
  await expect(dialog.getByRole('button', { name: 'Invite Bo Lindqvist' }).first()).toBeVisible()
  // Another journey may have somebody of that name, so the very one is asked by the call behind the button.
  await call(ada.context, 'POST', `chat/rooms/${room.id}/invitations`, { personId: bo.id })
  await expect(roomLink(bo.page, room.name)).toContainText('Invited')
  await expect(bo.page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()
  await roomLink(bo.page, room.name).click()
  await expect(bo.page.getByText('You are invited.')).toBeVisible()
  await bo.page.getByRole('button', { name: 'Join Room' }).click()
  await expect(toast(bo.page, 'Joined room successfully!')).toBeVisible()
  await expect(roomLink(bo.page, room.name)).not.toContainText('Invited')

  await cy.page.goto(`/dashboard/chat/${room.id}`)
  await expect(cy.page.getByText('It does not exist, or it is not open to you.')).toBeVisible()
  await expect(roomLink(cy.page, room.name)).toHaveCount(0)
})

test('CH-04 a room that does not load says so, and comes with the next try', async ({ enter, faults }) => {
  faults.expect(/Failed to load resource|Failed to fetch/)
  const ada = await enter('Ada Verboven')
  const room = await makeRoom(ada, {})
  const { page } = ada
  await page.goto('/dashboard/chat')
  await page.route(calls('rooms/get'), (route) => route.abort())
  await roomLink(page, room.name).click()
  await expect(toast(page, 'Failed to load chat room')).toBeVisible({ timeout: 20_000 })
  await page.unroute(calls('rooms/get'))
  await page.getByRole('region', { name: 'Room' }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: room.name })).toBeVisible()
})

test('CH-01 CH-09 renamed, archived and restored: who looks on sees it', async ({ enter }) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {}, [bo])
  await Promise.all([openRoom(ada.page, room.id), openRoom(bo.page, room.id)])
  const renamed = roomName('Coach 11')
  await chooseInRoom(ada.page, room.name, 'Room settings')
  const settings = ada.page.getByRole('dialog', { name: 'Room settings' })
  await settings.getByLabel('Room name').fill(renamed)
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(bo.page.getByRole('heading', { name: renamed })).toBeVisible()
  await expect(roomLink(bo.page, renamed)).toBeVisible()
  await expect(bo.page).toHaveTitle(new RegExp(renamed))

  await call(ada.context, 'PATCH', `chat/rooms/${room.id}`, { isActive: false })
  await expect(bo.page.getByPlaceholder('This room is archived. Nobody can write here.')).toBeDisabled()
  await expect(roomLink(bo.page, renamed)).toHaveCount(0)
  await expect(roomList(ada.page).getByRole('list', { name: 'ARCHIVED ROOMS' })).toContainText(renamed)
  await chooseInRoom(ada.page, renamed, 'Restore room')
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Restore room' }).click()
  await expect(toast(ada.page, 'The room is open again')).toBeVisible()
  await expect(composer(bo.page)).toBeEnabled()
  await expect(roomLink(bo.page, renamed)).toBeVisible()
})

test('CH-04 a member can leave, the only admin reads why not, and a removed member is notified immediately', async ({
  enter,
  faults,
}) => {
  // The room is read once more, and is not found.
  faults.expect(/404/)
  const [ada, bo, cy] = [
    await enter('Ada Verboven'),
    await enter('Bo Lindqvist'),
    await enter('Cy Marchetti'),
  ]
  const open = await makeRoom(ada, {}, [bo])
  await openRoom(bo.page, open.id)
  await chooseInRoom(bo.page, open.name, 'Leave room')
  await bo.page.getByRole('alertdialog').getByRole('button', { name: 'Leave room' }).click()
  await expect(toast(bo.page, 'You left the room')).toBeVisible()
  await expect(bo.page.getByRole('button', { name: 'Join Room' })).toBeVisible()

  const closed = await makeRoom(ada, { roomType: 'private' }, [bo, cy])
  await openRoom(ada.page, closed.id)
  await chooseInRoom(ada.page, closed.name, 'Leave room')
  await expect(ada.page.getByRole('dialog', { name: 'You are the only admin' })).toBeVisible()
  await ada.page.keyboard.press('Escape')
  await Promise.all([ada, bo, cy].map(({ page }) => openRoom(page, closed.id)))
  await write(ada.page, 'Before')
  await expect(log(bo.page)).toContainText('Before')
  await chooseInRoom(ada.page, closed.name, 'Members')
  const people = ada.page.getByRole('dialog', { name: 'Members' })
  await people.getByRole('button', { name: 'Options for Bo Lindqvist' }).click()
  await ada.page.getByRole('menuitem', { name: /^Remove/ }).click()
  await ada.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(toast(ada.page, 'Bo Lindqvist is out of the room')).toBeVisible()
  await expect(toast(bo.page, `You are no longer in ${closed.name}.`)).toBeVisible()
  await expect(bo.page.getByText('It does not exist, or it is not open to you.')).toBeVisible()
  await expect(roomLink(bo.page, closed.name)).toHaveCount(0)
  await say(ada, closed.id, 'Nothing that Bo reads')
  await expect(log(cy.page)).toContainText('Nothing that Bo reads')
  expect(await bo.page.content()).not.toContain('Nothing that Bo reads')
})

test('NW-01 CH-03 two who are connected write to one another, from where they stand', async ({ enter }) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  await call(ada.context, 'POST', `members/${bo.id}/connection`, {})
  await call(bo.context, 'POST', `members/${ada.id}/connection`, {})
  await bo.page.goto('/dashboard/chat')
  await ada.page.goto('/dashboard/network')
  await ada.page.getByRole('button', { name: 'Message Bo Lindqvist' }).click()
  await expect(ada.page).toHaveURL(/\/dashboard\/chat\/[0-9a-f-]{36}$/)
  await expect(ada.page.getByRole('heading', { name: 'Bo Lindqvist' })).toBeVisible()
  await write(ada.page, 'Between the two of us')
  const line = roomList(bo.page).getByRole('list', { name: 'DIRECT MESSAGES' }).getByRole('link')
  await expect(line, 'it comes with the first message').toContainText('Ada Verboven')
  await expect(line.locator('.un')).toHaveText('1 unread')
  await line.click()
  await expect(bo.page).toHaveURL(ada.page.url())
  await write(bo.page, 'And nobody else')
  await expect(log(ada.page)).toContainText('And nobody else')
})
