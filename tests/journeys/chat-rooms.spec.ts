import { chooseInRoom, composer, expect, log, openRoom, toast, write } from './support/chat'
import { call, makeRoom, roomLink, roomList, roomName, say, test } from './support/chat'
import { openWithStream } from './support/ready-page'

test('CH-01 CH-03 chat lists rooms by kind and name, a search finds them, and each room describes itself', async ({
  enterAs,
}) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard/chat')
  await expect(page.getByText('Select a room to start chatting')).toBeVisible()
  const names = (heading: string) =>
    roomList(page).getByRole('list', { name: heading }).locator('a > span:not([aria-hidden])')
  await expect(names('PUBLIC ROOMS').filter({ hasText: /^(Gear swap|Load-in|Lost and found)$/ })).toHaveText([
    'Gear swap',
    'Load-in',
    'Lost and found',
  ])
  await expect(roomLink(page, 'Deep end').getByText('Deep House', { exact: true })).toBeVisible()
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
  await expect(page.getByText('No rooms match “nobody calls a room this”.')).toBeVisible()
  await roomList(page).getByRole('button', { name: 'Clear search' }).last().click()
  await expect(roomLink(page, 'Hands')).toBeVisible()

  // A search of the room list leaves the open room on the screen.
  await roomLink(page, 'Deep end').click()
  const room = page.getByRole('region', { name: 'Deep end' })
  await expect(room.getByRole('heading', { name: 'Deep end' })).toBeVisible()
  await expect(room.getByText('Under 122 bpm, over 3 a.m. IDs, edits and long blends.')).toBeVisible()
  await expect(room.getByRole('button', { name: /\d+ members/ })).toBeVisible()
  await expect(log(page).getByRole('article', { name: 'Anonymous' })).toContainText('Seconded')
  await expect(page).toHaveTitle(/Deep end/)
  await search.fill('hard sh')
  await expect(page).toHaveURL(/\/dashboard\/chat\/[0-9a-f-]{36}\?q=hard(\+|%20)sh/)
  await expect(room).toBeVisible()
  // The HTML from the server contains the room and its messages too.
  expect(await (await page.request.get(page.url())).text()).toContain('White label. The rain’s real')
})

test('CH-01 CH-02 CH-04 CH-08 CH-09 a public room is created, read, joined, renamed, archived, restored and left, live on both pages', async ({
  enter,
}) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const { page } = ada
  await Promise.all([page.goto('/dashboard/chat'), openWithStream(bo.page, '/dashboard/chat')])
  const [name, renamed] = [roomName('Long blends'), roomName('Coach 11')]

  await test.step('Ada creates a room, which Bo finds in his list', async () => {
    await page.getByRole('button', { name: 'Create New Chat Room' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Chat Room' })
    await dialog.getByLabel('Room name').fill(`  ${name}  `)
    await dialog.getByLabel('Description').fill('Four minutes and up')
    await dialog.getByRole('radio', { name: /^Genre/ }).press('Space')
    await dialog.getByLabel('Genre', { exact: true }).last().fill('Deep House')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(toast(page, 'Room created successfully!')).toBeVisible()
    await expect(page.getByRole('region', { name, exact: true })).toContainText('1 member')
    await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible()
    await expect(roomLink(bo.page, name)).toContainText('Deep House')
    await write(page, 'The window seat is taken')
  })

  await test.step('Bo reads the room without joining, then joins and writes', async () => {
    await roomLink(bo.page, name).click()
    await expect(log(bo.page)).toContainText('The window seat is taken')
    await expect(bo.page.getByPlaceholder('Join the room to send messages')).toBeDisabled()
    await bo.page.getByRole('button', { name: 'Join Room' }).click()
    await expect(toast(bo.page, 'Joined room successfully!')).toBeVisible()
    await expect(page.getByRole('button', { name: '2 members' })).toBeVisible()
    await write(bo.page, 'Then I stand')
    await expect(page.getByRole('article', { name: 'Bo Lindqvist' })).toContainText('Then I stand')
  })

  await test.step('Ada renames, archives and restores the room', async () => {
    await chooseInRoom(page, name, 'Room settings')
    const settings = page.getByRole('dialog', { name: 'Room settings' })
    await settings.getByLabel('Room name').fill(renamed)
    await settings.getByRole('button', { name: 'Save' }).click()
    await expect(bo.page.getByRole('heading', { name: renamed })).toBeVisible()
    await expect(roomLink(bo.page, renamed)).toBeVisible()
    await expect(bo.page).toHaveTitle(new RegExp(renamed))
    const id = page.url().split('/').at(-1) ?? ''
    await call(ada.context, 'PATCH', `chat/rooms/${id}`, { isActive: false })
    await expect(bo.page.getByPlaceholder('This room is archived. You can’t write here.')).toBeDisabled()
    await expect(roomList(page).getByRole('list', { name: 'ARCHIVED ROOMS' })).toContainText(renamed)
    await chooseInRoom(page, renamed, 'Restore room')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore room' }).click()
    await expect(toast(page, 'Room restored')).toBeVisible()
    await expect(composer(bo.page)).toBeEnabled()
  })

  await test.step('Bo leaves the room', async () => {
    await chooseInRoom(bo.page, renamed, 'Leave room')
    await bo.page.getByRole('alertdialog').getByRole('button', { name: 'Leave room' }).click()
    await expect(toast(bo.page, 'You left the room')).toBeVisible()
    await expect(bo.page.getByRole('button', { name: 'Join Room' })).toBeVisible()
  })
})

test('CH-04 a person requests to join a private room, withdraws, requests again and is approved @long', async ({
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

  await ada.page.getByRole('button', { name: '1 to accept' }).click()
  const people = ada.page.getByRole('dialog', { name: 'Members' })
  await people.getByRole('button', { name: 'Accept Bo Lindqvist' }).click()
  await expect(toast(ada.page, 'Bo Lindqvist was added to the room')).toBeVisible()
  await expect(log(page), 'without a reload').toContainText('Nothing for outsiders')
  await expect(composer(page)).toBeEnabled()
})

test('CH-04 invited people find a private room in their notifications and their list, and no one else does @long', async ({
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
  // Another journey may use the same name, so the call uses this person's id.
  await call(ada.context, 'POST', `chat/rooms/${room.id}/invitations`, { personId: bo.id })
  await expect(roomLink(bo.page, room.name)).toContainText('Invited')
  await expect(bo.page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible()
  await roomLink(bo.page, room.name).click()
  await expect(bo.page.getByText('You are invited.')).toBeVisible()
  await bo.page.getByRole('button', { name: 'Join Room' }).click()
  await expect(toast(bo.page, 'Joined room successfully!')).toBeVisible()
  await expect(roomLink(bo.page, room.name)).not.toContainText('Invited')

  await cy.page.goto(`/dashboard/chat/${room.id}`)
  await expect(cy.page.getByText('It doesn’t exist, or you don’t have access.')).toBeVisible()
  await expect(roomLink(cy.page, room.name)).toHaveCount(0)
})

test('CH-04 a room’s only admin sees why they cannot leave, and a removed member is notified immediately @long', async ({
  enter,
  faults,
}) => {
  // The page reloads the room, and the server responds with 404.
  faults.expect(/404/)
  const [ada, bo, cy] = [
    await enter('Ada Verboven'),
    await enter('Bo Lindqvist'),
    await enter('Cy Marchetti'),
  ]
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
  await expect(toast(ada.page, 'Bo Lindqvist was removed from the room')).toBeVisible()
  await expect(toast(bo.page, `You’re no longer in ${closed.name}.`)).toBeVisible()
  await expect(bo.page.getByText('It doesn’t exist, or you don’t have access.')).toBeVisible()
  await expect(roomLink(bo.page, closed.name)).toHaveCount(0)
  await say(ada, closed.id, 'Nothing that Bo reads')
  await expect(log(cy.page)).toContainText('Nothing that Bo reads')
  expect(await bo.page.content()).not.toContain('Nothing that Bo reads')
})

test('NW-01 CH-03 two connected members write to each other @long', async ({ enter }) => {
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
  await expect(line, 'appears with the first message').toContainText('Ada Verboven')
  await expect(line.locator('b')).toHaveText('1 unread')
  await line.click()
  await expect(bo.page).toHaveURL(ada.page.url())
  await write(bo.page, 'And nobody else')
  await expect(log(ada.page)).toContainText('And nobody else')
})
