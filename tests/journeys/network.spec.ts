import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, test as base } from './support/journey'
import { tabTo } from './support/keyboard'
import { newPerson, signUp } from './support/people'

interface Member {
  id: string
  name: string
  page: Page
}

let count = 0

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
  // The server refuses changes from other origins.
  const headers = { origin: new URL((await context.request.get('/healthz')).url()).origin }
  const saved = await context.request.put('/api/v1/me/member-types', {
    data: { types: ['promoter'] },
    headers,
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const { id } = (await (await context.request.get('/api/v1/me/profile')).json()) as { id: string }
  return { id, name, page }
}

/** Two unconnected members, each in a separate browser. */
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

async function ask(from: Member, to: Member): Promise<void> {
  await from.page.goto(`/dashboard/members/${to.id}`)
  await from.page.getByRole('button', { name: `Connect with ${to.name}` }).click()
  await from.page.getByRole('button', { name: 'Send request' }).click()
  await expect(from.page.getByRole('main').getByText('Request sent')).toBeVisible()
}

test('M-03 NW-01 NW-02 a request with a note is declined, restored and accepted, and both open pages update', async ({
  ann,
  bob,
}) => {
  await bob.page.goto('/dashboard/network')
  await expect(tab(bob.page, 'Pending (0)')).toBeVisible()
  await ann.page.goto('/dashboard/members')
  await expect(ann.page.getByRole('heading', { level: 1, name: 'Browse Members' })).toBeVisible()
  await ann.page.getByRole('button', { name: 'Venue', exact: true }).click()
  await expect(ann.page.getByRole('link', { name: 'Owen Faulk' })).toBeVisible()
  await expect(ann.page).toHaveURL(/type=venue/)
  await ann.page.getByRole('button', { name: 'Any type' }).click()
  await ann.page.getByRole('searchbox', { name: 'Search by name or location' }).fill(bob.name)
  await ann.page.getByRole('button', { name: `Connect with ${bob.name}` }).click()
  await ann.page.getByRole('textbox', { name: 'Note' }).fill('Signal stage next year?')
  await ann.page.getByRole('button', { name: 'Send request' }).click()
  await expect(ann.page.getByRole('main').getByText('Request sent')).toBeVisible()
  // From here on no page is reloaded, so updates must arrive live.
  await tab(bob.page, 'Pending (1)').click()
  await expect(bob.page).toHaveURL(/tab=pending/)
  await expect(bob.page.getByText('Signal stage next year?')).toBeVisible()
  await ann.page.goto('/dashboard/network?tab=sent')
  await expect(ann.page.getByRole('button', { name: `Withdraw your request to ${bob.name}` })).toBeVisible()

  await bob.page.getByRole('button', { name: `Decline ${ann.name}` }).click()
  await expect(bob.page.getByText('Connection declined')).toBeVisible()
  await bob.page.getByRole('button', { name: 'Undo' }).click()
  await expect(bob.page.getByText('Request restored')).toBeVisible()
  await bob.page.getByRole('button', { name: `Accept ${ann.name}` }).click()
  await expect(bob.page.getByText('Connection accepted!')).toBeVisible()
  await expect(tab(bob.page, 'Pending (0)')).toBeVisible()
  await expect(tab(ann.page, 'Sent (0)')).toBeVisible()
  await tab(ann.page, 'My Connections (1)').click()
  await expect(ann.page.getByRole('link', { name: bob.name })).toBeVisible()
  await tab(bob.page, 'My Connections (1)').click()
  await expect(bob.page.getByRole('link', { name: ann.name })).toBeVisible()

  await bob.page.getByRole('searchbox', { name: 'Search by name or DJ name' }).fill('nobody at all')
  await expect(bob.page.getByText('No connections match that name')).toBeVisible()
  await bob.page.getByRole('searchbox', { name: 'Search by name or DJ name' }).fill('ANN')
  await expect(bob.page.getByRole('link', { name: ann.name })).toBeVisible()
  await expect(bob.page).toHaveURL(/q=ANN/)

  await bob.page.getByRole('button', { name: `More about ${ann.name}` }).click()
  await bob.page.getByRole('menuitem', { name: 'Remove connection' }).click()
  await bob.page.getByRole('button', { name: 'Remove connection' }).click()
  await expect(tab(bob.page, 'My Connections (0)')).toBeVisible()
  await expect(tab(ann.page, 'My Connections (0)')).toBeVisible()
})

test('NW-02 blocking hides both members from each other until it ends @long', async ({
  ann,
  bob,
  faults,
}) => {
  faults.expect(/status of 404/)
  await ask(ann, bob)
  await bob.page.goto(`/dashboard/members/${ann.id}`)
  await bob.page.getByRole('button', { name: `More about ${ann.name}` }).click()
  await bob.page.getByRole('menuitem', { name: 'Block' }).click()
  await bob.page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(bob.page.getByText(`You blocked ${ann.name}`)).toBeVisible()
  await expect(bob.page).toHaveURL(/\/dashboard\/network$/)
  await ann.page.goto(`/dashboard/members/${bob.id}`)
  await expect(ann.page.getByRole('heading', { level: 1, name: 'Member not found' })).toBeVisible()
  await ann.page.goto('/dashboard/network?tab=sent')
  await expect(ann.page.getByText('No sent requests')).toBeVisible()

  await bob.page.getByRole('button', { name: 'Blocked' }).click()
  await bob.page.getByRole('button', { name: `Unblock ${ann.name}` }).click()
  await expect(bob.page.getByText('You haven’t blocked anyone.')).toBeVisible()
  // The list changes before the server responds; the toast appears afterwards.
  await expect(bob.page.getByText(`You unblocked ${ann.name}`)).toBeVisible()
  await ann.page.goto(`/dashboard/members/${bob.id}`)
  await expect(ann.page.getByRole('button', { name: `Connect with ${bob.name}` })).toBeVisible()
})

test('NW-02 a person sends a request and another one accepts it, by keyboard alone @long', async ({
  ann,
  bob,
}) => {
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
