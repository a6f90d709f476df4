import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { expect } from './support/journey'
import { test } from './support/member'
import { makePicture } from './support/picture'

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })

async function chooseFile(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await choosing).setFiles(file)
}

test.use({ viewport: { width: 390, height: 844 } })

test('PR-01 PR-02 MT-01 a member fills in the whole profile on a phone, and adds and removes a picture @long', async ({
  member: { page },
  faults,
}) => {
  test.slow()
  // This error is expected: Playwright reads blob pictures itself, so the message has no address of a script of ours.
  faults.expect(/Connecting to 'blob:.*\n? \(\)$/s)
  await page.goto('/dashboard/member-type-selection')
  await expectNoSidewaysScroll(page, 'member types')
  await page.getByRole('checkbox', { name: 'DJ', exact: true }).press(' ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/profile$/)
  await page.getByRole('textbox', { name: 'DJ Name' }).fill('Ada on a phone')
  const button = page.getByRole('button', { name: 'Save changes' })
  await expect(button, 'the save button stays in view').toBeInViewport()
  await tab(page, 'Professional Details').click()
  await page.getByRole('group', { name: 'Genre' }).getByRole('button', { name: 'Techno' }).click()
  await page.getByRole('textbox', { name: 'Rate per event' }).fill('a lot')
  await expectNoSidewaysScroll(page, 'professional details')
  await tab(page, 'Basic Info').click()
  await button.click()
  const rate = page.getByRole('textbox', { name: 'Rate per event' })
  await expect(rate).toBeFocused()
  await expect(rate).toBeInViewport()
  await expect(rate).toHaveAccessibleDescription(/^Enter an amount such as \$1,200\.00\./)
  await expectAccessible(page, 'professional details with a fault')
  await rate.fill('900')
  await button.click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()

  await page.getByRole('button', { name: 'Change picture' }).click()
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') }
  await chooseFile(page, notes)
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await chooseFile(page, await makePicture())
  await expect(page.getByRole('button', { name: 'Use this' })).toBeInViewport()
  await expectAccessible(page, 'cropping on a phone')
  await expectNoSidewaysScroll(page, 'cropping')
  await page.getByRole('button', { name: 'Use this' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  await page.getByRole('button', { name: 'Change picture' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Picture removed')).toBeVisible()
  expect(await (await page.request.get('/api/v1/me/profile')).json()).toMatchObject({ avatarUrl: null })
})
