import type { Locator, Page } from '@playwright/test'
import { expect } from './support/journey'
import { tabTo } from './support/keyboard'
import { makeInvitation, test } from './support/member'
import { newPerson } from './support/people'
import { edgesOf, makePicture } from './support/picture'

const card = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Member types' }).getByRole('checkbox', { name, exact: true })
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save changes' }).click()
const saved = (page: Page): Locator => page.getByText('Profile updated successfully!')

async function addLink(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.keyboard.type(address)
}

test('A-02 M-05 MT-01 MT-02 PR-01 PR-02 D-01 P-01 an invited DJ fills in the whole profile and can be found by it', async ({
  page,
  browser,
  enterAs,
  faults,
}) => {
  test.slow()
  // The invalid website address below causes this console error.
  faults.expect(/status of 422/)
  const person = newPerson('Ada Verboven')
  const djName = `Ada V ${Date.now().toString(36)}`
  const profile = (name: string) => page.getByRole('textbox', { name, exact: true })

  await test.step('signs up with the code from a link, and is welcomed', async () => {
    await page.goto(`/auth?tab=sign-up&code=${await makeInvitation()}`)
    const form = page.getByRole('form', { name: 'Sign Up' })
    await form.getByLabel('Full name').fill(person.fullName)
    await form.getByLabel('Email').fill(person.email)
    await form.getByLabel('Password', { exact: true }).fill(person.password)
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    const welcome = page.getByRole('region', { name: 'Welcome to Back to Back' })
    await expect(welcome).toBeVisible()
    await expect(page.getByText('No recent activity')).toBeVisible()
    await welcome.getByRole('link', { name: 'Select Member Type' }).click()
    await expect(page).toHaveURL(/member-type-selection$/)
  })

  await test.step('chooses at least one member type', async () => {
    const names = ['DJ', 'Producer', 'Promoter', 'Venue', 'Agent', 'Media', 'Equipment hire']
    for (const name of names) await expect(card(page, name), name).not.toBeChecked()
    const next = page.getByRole('button', { name: 'Continue' })
    await expect(next).toBeDisabled()
    await expect(next).toHaveAccessibleDescription('Please select at least one member type')
    await card(page, 'DJ').press(' ')
    await card(page, 'Venue').press(' ')
    await card(page, 'Venue').press(' ')
    await next.click()
    await expect(page.getByText('Member types saved successfully!')).toBeVisible()
    // A DJ who hasn't filled in a profile is redirected to the profile page.
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
  })

  await test.step('fills in all three tabs, and an invalid address loses none of the text', async () => {
    await expect(profile('Email')).toHaveValue(person.email)
    await expect(profile('Email')).not.toBeEditable()
    await profile('DJ Name').fill(djName)
    await profile('Location').fill('Ghent, Belgium')
    await profile('Bio').fill('Records from the attic.\n\nTwo of each.')
    await profile('Phone').fill('+32 470 12 34 56')
    await page.getByLabel('Who can see it, the phone').selectOption('Members')
    await profile('Booking address').fill('bookings@verboven.example')
    await page.getByLabel('Who can see it, the booking address').selectOption('Everyone')
    await addLink(page, 'soundcloud.com/ada-v')
    await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('SoundCloud')
    await addLink(page, 'attic')

    await tab(page, 'Professional Details').click()
    const genres = page.getByRole('group', { name: 'Genre' })
    for (const genre of ['House', 'Trance'])
      await genres.getByRole('button', { name: genre, exact: true }).click()
    await page.getByLabel('Price Range').selectOption('$500 to $1,000')
    await profile('Rate per event').fill('650')
    await profile('Deposit').fill('25')
    for (const day of ['Fri', 'Sat']) await page.getByRole('button', { name: day }).click()
    await expect(page.getByText('Brussels time'), 'suggests the zone of Ghent').toBeVisible()
    await page.getByRole('button', { name: 'Add equipment' }).click()
    await page.getByRole('textbox', { name: 'How many' }).fill('2')
    await page.getByRole('textbox', { name: 'What' }).fill('Turntables with good feet')
    await expect(profile('Rate per event')).toHaveValue('$650.00')
    await expect(profile('Deposit')).toHaveValue('25%')

    await tab(page, 'Member Types').click()
    await expect(card(page, 'DJ')).toBeChecked()
    await card(page, 'Producer').press(' ')
    await save(page)

    // The field with the error is shown with its message below.
    const bad = page.getByRole('textbox', { name: 'Website address' })
    await expect(bad).toBeFocused()
    await expect(bad).toHaveAccessibleDescription('This isn’t a public web address. Check the spelling.')
    await expect(bad).toHaveValue('attic')
    await expect(profile('DJ Name')).toHaveValue(djName)
    await expect(page.getByText(/unsaved changes/)).toBeVisible()
    await tab(page, 'Professional Details').click()
    await expect(profile('Rate per event')).toHaveValue('$650.00')
    await tab(page, 'Member Types').click()
    await expect(card(page, 'Producer')).toBeChecked()

    await tab(page, 'Basic Info').click()
    await bad.fill('https://attic.example/shows')
    await save(page)
    await expect(saved(page)).toBeVisible()
    await expect(page.getByText('Nothing to save')).toBeVisible()
    await page.reload()
    await expect(profile('DJ Name')).toHaveValue(djName)
    await expect(bad).toHaveValue('attic.example/shows')
    await tab(page, 'Professional Details').click()
    await expect(page.getByRole('textbox', { name: 'What' })).toHaveValue('Turntables with good feet')
    await expect(page.getByRole('button', { name: 'Sat' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('uploads a picture, rotated by a quarter', async () => {
    await page.getByRole('button', { name: 'Change picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your picture' })
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a picture' }).click()
    await (await choosing).setFiles(await makePicture())
    await dialog.getByRole('button', { name: 'Turn' }).click()
    await dialog.getByRole('button', { name: 'Use this' }).click()
    await expect(page.getByText('Picture saved')).toBeVisible()
    const { avatarUrl } = await (await page.request.get('/api/v1/me/profile')).json()
    const answer = await page.request.get(avatarUrl)
    expect(answer.status()).toBe(200)
    expect(await edgesOf(await answer.body())).toEqual(['red', 'blue'])
  })

  await test.step('finds themselves on Discover, and their page as others see it', async () => {
    await page.goto(`/discover?q=${encodeURIComponent(djName)}&genre=House`)
    const sleeve = page.getByRole('link', { name: new RegExp(djName) })
    await expect(sleeve).toContainText('Ghent, Belgium')
    await expect(sleeve.getByRole('img').or(sleeve.locator('img')).first()).toBeVisible()
    await sleeve.click()
    await expect(page.getByRole('heading', { level: 1, name: djName })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible()
    await expect(page.getByRole('main').getByText('$650', { exact: true })).toBeVisible()
  })
  const address = page.url()

  await test.step('a visitor sees the public part of the profile, a member all of it', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Signed out successfully')).toBeVisible()
    const visitor = await browser.newContext()
    faults.watch(visitor)
    const seen = await visitor.newPage()
    await seen.goto(address)
    const main = seen.getByRole('main')
    await expect(main.getByText('Records from the attic.')).toBeVisible()
    await expect(main.getByText('Turntables with good feet')).toBeVisible()
    await expect(main.getByRole('link', { name: 'bookings@verboven.example' })).toBeVisible()
    await expect(main.getByText('Other contact details are visible to members only.')).toBeVisible()
    await expect(main.getByRole('link', { name: /^SoundCloud/ })).toHaveAttribute(
      'href',
      'https://soundcloud.com/ada-v',
    )
    expect(await seen.content(), 'the number is not in the HTML').not.toMatch(/470.?12.?34.?56/)
    await visitor.close()
    const mara = await enterAs('mara')
    await mara.page.goto(address)
    await expect(mara.page.getByRole('main').getByRole('link', { name: /\+32.*470/ })).toBeVisible()
  })
})

test('MT-01 MT-02 PR-01 a member saves member types and the profile by keyboard alone @long', async ({
  member: { page },
}) => {
  await page.goto('/dashboard')
  await tabTo(page, page.getByRole('link', { name: 'Select Member Type' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/member-type-selection$/)
  await tabTo(page, card(page, 'Producer'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Space')
  await expect(card(page, 'Producer')).not.toBeChecked()
  // Enter submits, as in any form; without a selection an error names what is missing.
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please select at least one member type').last()).toBeVisible()
  await expect(page).toHaveURL(/member-type-selection$/)
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Member types saved successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Welcome to Back to Back')).toBeHidden()

  await tabTo(page, page.getByRole('link', { name: /^Edit Profile/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/profile$/)
  await tabTo(page, tab(page, 'Basic Info'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'Producer')).toBeChecked()
  await page.keyboard.press('Home')
  await tabTo(page, page.getByRole('textbox', { name: 'Location' }))
  await page.keyboard.type('Hasselt')
  await page.keyboard.press('Control+s')
  await expect(saved(page)).toBeVisible()
})
