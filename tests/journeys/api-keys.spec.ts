import { check } from './support/accessibility'
import { expect, test } from './support/journey'
import { dialog, open, region } from './support/settings'
import { confirmAddress } from './support/sign-in'

test('a person creates an API key, sees what a program did with it, and revokes it', async ({
  customer,
  request,
}) => {
  const { page, email } = customer
  await confirmAddress(email)
  await open(page, '#api-keys')
  const keys = region(page, 'API keys')
  await expect(keys).toContainText('Your API keys appear here.')
  await keys.getByRole('button', { name: 'Create API key' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Diary')
  await dialog(page).getByText('profile:read').click()
  await check(page, 'a new API key')
  await dialog(page).getByRole('button', { name: 'Create key' }).click()
  const copy = page.getByRole('dialog', { name: 'Copy your API key' })
  const key = await copy.getByRole('textbox', { name: 'API key' }).inputValue()
  await check(page, 'the text of an API key')
  await copy.getByRole('button', { name: 'Done' }).click()
  await expect(keys.getByRole('listitem')).toContainText('Not used yet')

  const callAsProgram = async (path: string) => {
    const response = await request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
    const { code }: { code?: string } = await response.json()
    return [response.status(), code]
  }
  expect(await callAsProgram('/me/profile')).toEqual([200, undefined])
  expect(await callAsProgram('/bookings')).toEqual([403, 'SCOPE_REQUIRED'])
  expect(await callAsProgram('/account')).toEqual([403, 'API_KEY_NOT_ACCEPTED'])

  await page.reload()
  const activity = region(page, 'Security activity')
  await activity.getByRole('button', { name: 'API keys' }).click()
  await expect(activity.getByRole('listitem').filter({ hasText: 'API key used' })).toContainText(
    'GET /me/profile',
  )
  await expect(activity.getByRole('listitem').filter({ hasText: 'API key refused' })).toHaveCount(2)

  await keys.getByRole('button', { name: 'Revoke key: Diary' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(keys).toContainText('Your API keys appear here.')
  expect(await callAsProgram('/me/profile')).toEqual([401, 'INVALID_API_KEY'])
})
