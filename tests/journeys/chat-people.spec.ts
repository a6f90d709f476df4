import { bubble, call, composer, expect, log, makeRoom, openRoom, say, test, write } from './support/chat'

test('CH-06 the card of a person, from their name: the profile, a message, a block', async ({
  enter,
  faults,
}) => {
  // A blocked member is not found.
  faults.expect(/404/)
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {}, [bo])
  await say(bo, room.id, 'Doors at ten, www.loom.example')
  const { page } = ada
  await openRoom(page, room.id)
  await expect(composer(page), 'ready to write').toBeFocused()
  await expect(log(page).getByRole('link', { name: 'www.loom.example' })).toHaveAttribute(
    'href',
    'https://www.loom.example/',
  )

  await log(page).getByText('Bo Lindqvist', { exact: true }).click()
  const card = page.getByRole('dialog', { name: 'Bo Lindqvist' })
  await expect(card.getByRole('link', { name: 'View profile' })).toHaveAttribute(
    'href',
    `/dashboard/members/${bo.id}`,
  )
  await expect(card.getByRole('button', { name: 'Connect with Bo Lindqvist' })).toBeVisible()
  await card.getByRole('button', { name: 'More about Bo Lindqvist' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(card).toBeHidden()
  await expect(page, 'the room stays open').toHaveURL(new RegExp(room.id))
})

test('CH-08 a new message goes to a connection', async ({ enter }) => {
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  await call(ada.context, 'POST', `members/${bo.id}/connection`, {})
  await call(bo.context, 'POST', `members/${ada.id}/connection`, {})
  const { page } = ada
  await page.goto('/dashboard/chat')
  await page.getByRole('button', { name: 'New message' }).click()
  const dialog = page.getByRole('dialog', { name: 'New message' })
  await dialog.getByRole('searchbox', { name: 'To' }).fill('zebra')
  await expect(dialog.getByText('No connection named “zebra”')).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'To' }).fill('bo')
  await dialog.getByRole('button', { name: 'Bo Lindqvist' }).click()
  await expect(composer(page)).toBeEnabled()
  await write(page, 'Soundcheck at five?')
  await expect(bubble(page, 'Soundcheck at five?')).toBeVisible()
})
