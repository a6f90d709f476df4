import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessibleThemes, expectNoSidewaysScroll } from './support/accessibility'
import { expect, test as base } from './support/journey'
import { tabTo } from './support/keyboard'
import { newPerson, signUp } from './support/people'

interface Member {
  id: string
  name: string
  page: Page
}

let count = 0

/** Somebody who signed up a moment ago and said what they do, in a browser of their own. */
async function enter(
  browser: Browser,
  watch: (context: BrowserContext) => void,
  firstName: string,
): Promise<Member> {
  count += 1
  const context = await browser.newContext()
  watch(context)
  const name = `${firstName} ${process.pid.toString(36)}${Date.now().toString(36)}${count}`
  await signUp(context.request, newPerson(name))
  const page = await context.newPage()
  await page.goto('/dashboard/network')
  // As the page itself would: what changes something is not taken from elsewhere.
  const headers = { origin: new URL(page.url()).origin }
  const saved = await context.request.put('/api/v1/me/member-types', {
    data: { types: ['promoter'] },
    headers,
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const { id } = (await (await context.request.get('/api/v1/me/profile')).json()) as { id: string }
  return { id, name, page }
}

/** Two members who do not know each other yet, each in a browser of their own. */
const test = base.extend<{ ann: Member; bob: Member }>({
  ann: async ({ browser, faults }, use) => {
    const member = await enter(browser, faults.watch, 'Ann')
    await use(member)
    await member.page.context().close()
  },
  bob: async ({ browser, faults }, use) => {
    const member = await enter(browser, faults.watch, 'Bob')
    await use(member)
    await member.page.context().close()
  },
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Ann asks by Bob's page, with or without a note. */
async function ask(from: Member, to: Member, note?: string): Promise<void> {
  await from.page.goto(`/dashboard/members/${to.id}`)
  await from.page.getByRole('button', { name: `Connect with ${to.name}` }).click()
  if (note !== undefined) await from.page.getByRole('textbox', { name: 'Note' }).fill(note)
  await from.page.getByRole('button', { name: 'Send request' }).click()
  await expect(from.page.getByRole('main').getByText('Request sent')).toBeVisible()
}

test('NW-01 NW-02 a request with a note shows up in the other open browser, and yes stands in both', async ({
  ann,
  bob,
}) => {
  await bob.page.goto('/dashboard/network')
  await expect(tab(bob.page, 'Pending (0)')).toBeVisible()
  await ask(ann, bob, 'Signal stage next year?')
  // Nobody reloads.
  await tab(bob.page, 'Pending (1)').click()
  await expect(bob.page).toHaveURL(/tab=pending/)
  await expect(bob.page.getByText('Signal stage next year?')).toBeVisible()
  await ann.page.goto('/dashboard/network?tab=sent')
  await expect(ann.page.getByRole('button', { name: `Withdraw your request to ${bob.name}` })).toBeVisible()

  await bob.page.getByRole('button', { name: `Accept ${ann.name}` }).click()
  await expect(bob.page.getByText('Connection accepted!')).toBeVisible()
  await expect(tab(bob.page, 'Pending (0)')).toBeVisible()
  await expect(tab(ann.page, 'Sent (0)')).toBeVisible()
  await tab(ann.page, 'My Connections (1)').click()
  await expect(ann.page.getByRole('link', { name: bob.name })).toBeVisible()
  await tab(bob.page, 'My Connections (1)').click()
  await expect(bob.page.getByRole('link', { name: ann.name })).toBeVisible()

  await bob.page.getByRole('searchbox', { name: 'Search by name or DJ name' }).fill('nobody at all')
  await expect(bob.page.getByText('Nobody here by that name')).toBeVisible()
  await bob.page.getByRole('searchbox', { name: 'Search by name or DJ name' }).fill('ANN')
  await expect(bob.page.getByRole('link', { name: ann.name })).toBeVisible()
  await expect(bob.page).toHaveURL(/q=ANN/)

  await bob.page.getByRole('button', { name: `More about ${ann.name}` }).click()
  await bob.page.getByRole('menuitem', { name: 'Remove connection' }).click()
  await bob.page.getByRole('button', { name: 'Remove connection' }).click()
  await expect(tab(bob.page, 'My Connections (0)')).toBeVisible()
  await expect(tab(ann.page, 'My Connections (0)')).toBeVisible()
})

test('NW-02 a no is quiet, and says to the one who asked when to ask again', async ({ ann, bob }) => {
  await bob.page.goto('/dashboard/network?tab=pending')
  await ask(ann, bob)
  await bob.page.getByRole('button', { name: `Decline ${ann.name}` }).click()
  await expect(bob.page.getByText('Connection declined')).toBeVisible()
  await bob.page.getByRole('button', { name: 'Undo' }).click()
  await expect(bob.page.getByText('Request restored')).toBeVisible()
  await bob.page.getByRole('button', { name: `Decline ${ann.name}` }).click()
  await expect(bob.page.getByText('Connection declined').last()).toBeVisible()
  await expect(tab(bob.page, 'Pending (0)')).toBeVisible()
  await expect(ann.page.getByText(/^Ask again from /)).toBeVisible()
})

test('NW-02 what fails is put back and said', async ({ ann, bob, faults }) => {
  faults.expect(/status of 500/)
  await ask(ann, bob)
  await bob.page.goto('/dashboard/network?tab=pending')
  await bob.page.route(/\/api\/rpc\/network\/(accept|decline)/, (route) =>
    route.fulfill({ status: 500, body: 'The server is away' }),
  )
  for (const [label, words] of [
    ['Accept', 'Failed to accept request'],
    ['Decline', 'Failed to decline request'],
  ] as const) {
    await bob.page.getByRole('button', { name: `${label} ${ann.name}` }).click()
    await expect(bob.page.getByText(words)).toBeVisible()
    await expect(bob.page.getByRole('button', { name: `${label} ${ann.name}` })).toBeVisible()
    await expect(tab(bob.page, 'Pending (1)')).toBeVisible()
  }
})

test('a request that is taken back leaves both lists', async ({ ann, bob }) => {
  await bob.page.goto('/dashboard/network?tab=pending')
  await ask(ann, bob)
  await expect(bob.page.getByRole('button', { name: `Accept ${ann.name}` })).toBeVisible()
  await ann.page.getByRole('button', { name: `Withdraw your request to ${bob.name}` }).click()
  await ann.page.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(ann.page.getByRole('button', { name: `Connect with ${bob.name}` })).toBeVisible()
  await expect(bob.page.getByText('Nobody waits for you')).toBeVisible()
})

test('a blocked person is gone for both, until they are let go', async ({ ann, bob, faults }) => {
  faults.expect(/status of 404/)
  await ask(ann, bob)
  await bob.page.goto(`/dashboard/members/${ann.id}`)
  await bob.page.getByRole('button', { name: `More about ${ann.name}` }).click()
  await bob.page.getByRole('menuitem', { name: 'Block' }).click()
  await bob.page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(bob.page.getByText(`${ann.name} is blocked`)).toBeVisible()
  await expect(bob.page).toHaveURL(/\/dashboard\/network$/)
  await ann.page.goto(`/dashboard/members/${bob.id}`)
  await expect(ann.page.getByRole('heading', { level: 1, name: 'Member not found' })).toBeVisible()
  await ann.page.goto('/dashboard/network?tab=sent')
  await expect(ann.page.getByText('You wait for nobody')).toBeVisible()

  await bob.page.getByRole('button', { name: 'Blocked' }).click()
  await bob.page.getByRole('button', { name: `Unblock ${ann.name}` }).click()
  await expect(bob.page.getByText('You block nobody.')).toBeVisible()
  // The list is ahead of the server; the words are not.
  await expect(bob.page.getByText(`${ann.name} is no longer blocked`)).toBeVisible()
  await ann.page.goto(`/dashboard/members/${bob.id}`)
  await expect(ann.page.getByRole('button', { name: `Connect with ${bob.name}` })).toBeVisible()
})

test('asked and answered by keyboard alone', async ({ ann, bob }) => {
  await ann.page.goto(`/dashboard/members/${bob.id}`)
  await tabTo(ann.page, ann.page.getByRole('button', { name: `Connect with ${bob.name}` }))
  await ann.page.keyboard.press('Enter')
  const note = ann.page.getByRole('textbox', { name: 'Note' })
  await expect(note).toBeVisible()
  await tabTo(ann.page, note)
  await ann.page.keyboard.type('By keyboard')
  await ann.page.keyboard.press('Control+Enter')
  const withdraw = ann.page.getByRole('button', { name: `Withdraw your request to ${bob.name}` })
  await expect(withdraw).toBeFocused()

  await bob.page.goto('/dashboard/network')
  await tabTo(bob.page, tab(bob.page, 'My Connections (0)'))
  await bob.page.keyboard.press('ArrowRight')
  await expect(bob.page.getByText('By keyboard')).toBeVisible()
  await tabTo(bob.page, bob.page.getByRole('button', { name: `Accept ${ann.name}` }))
  await bob.page.keyboard.press('Enter')
  await expect(bob.page.getByText('Connection accepted!')).toBeVisible()
  await expect(tab(bob.page, 'My Connections (1)')).toBeVisible()
})

test('M-03 the directory finds people by name, type and place, and asks from there', async ({ ann, bob }) => {
  await ann.page.goto('/dashboard/members')
  await expect(ann.page.getByRole('heading', { level: 1, name: 'Browse Members' })).toBeVisible()
  await ann.page.getByRole('button', { name: 'Venue', exact: true }).click()
  await expect(ann.page.getByRole('link', { name: 'Owen Faulk' })).toBeVisible()
  await expect(ann.page).toHaveURL(/type=venue/)
  await ann.page.getByRole('button', { name: 'Any type' }).click()
  await ann.page.getByRole('searchbox', { name: 'Search by name or location' }).fill(bob.name)
  await ann.page.getByRole('button', { name: `Connect with ${bob.name}` }).click()
  await ann.page.getByRole('button', { name: 'Send request' }).click()
  await expect(ann.page.getByRole('main').getByText('Request sent')).toBeVisible()
})

test.describe('at 390 px', () => {
  test('NW-01 every screen of the network is accessible and does not move sideways', async ({ ann, bob }) => {
    const { page } = ann
    await page.setViewportSize({ width: 390, height: 844 })
    await ask(bob, ann, 'A note that is somewhat longer, so that it takes more than one line on a phone.')
    for (const address of [
      '/dashboard/network',
      '/dashboard/network?tab=pending',
      '/dashboard/network?tab=sent',
      '/dashboard/members',
      `/dashboard/members/${bob.id}`,
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessibleThemes(page, address)
      await page.setViewportSize({ width: 320, height: 640 })
      await expectNoSidewaysScroll(page, `${address} at 320 px`)
      await page.setViewportSize({ width: 390, height: 844 })
    }
    await page.goto('/dashboard/network?tab=pending')
    await page.getByRole('button', { name: `Accept ${bob.name}` }).click()
    await expect(page.getByText('Connection accepted!')).toBeVisible()
  })
})
