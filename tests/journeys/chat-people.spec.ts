import { composer, expect, log, makeRoom, openRoom, say, test } from './support/chat'

test('CH-06 pressing a person’s name opens a card with their profile, connection and block', async ({
  enter,
  faults,
}) => {
  // After Ada has blocked Bo, requests about Bo return 404.
  faults.expect(/404/)
  const [ada, bo] = [await enter('Ada Verboven'), await enter('Bo Lindqvist')]
  const room = await makeRoom(ada, {}, [bo])
  await say(bo, room.id, 'Doors at ten, www.loom.example')
  const { page } = ada
  await openRoom(page, room.id)
  await expect(composer(page), 'the composer has focus').toBeFocused()
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
