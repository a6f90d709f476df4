import type { Locator, Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { tabTo } from './support/keyboard'
import { emailTo } from './support/mailbox'

const row = (page: Page, code: string): Locator => page.getByRole('row', { name: new RegExp(code) })
const toast = (page: Page, words: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: words })

/**
 * Holds back this page's requests for the call until the returned function is called, so that its list doesn't
 * reload.
 */
async function holdBack(page: Page, call: string): Promise<() => void> {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(`**/api/rpc/invitations/${call}*`, async (route) => {
    await gate
    await route.continue()
  })
  return open
}

/** Inserts an invite request, as the form on the site sends it. */
async function ask(fullName: string): Promise<{ fullName: string; email: string }> {
  const mark = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const request = { fullName: `${fullName} ${mark}`, email: `${mark}@nachtamt.example` }
  await withDatabase((sql) =>
    sql(
      `insert into invite_requests (full_name, email, occupation, about, created_at)
       values ($1, $2, 'Promoter', 'Runs a Thursday.', now() - interval '2 days')`,
      [request.fullName, request.email],
    ),
  )
  return request
}

/**
 * Opens the page and waits until its list has reloaded, which it does when its stream opens. Later changes arrive by
 * the stream alone.
 */
async function openAndFollow(page: Page, address: string, list: string): Promise<void> {
  const listResponse = page.waitForResponse((answer) => answer.url().includes(`/invitations/${list}`))
  await page.goto(address)
  await listResponse
}

/** Returns the newest invitation code that was generated on this page. */
async function newest(page: Page): Promise<string> {
  // Codes of other journeys may appear above it.
  const first = page.getByRole('row').filter({ hasText: ', new' }).first()
  await expect(first).toBeVisible()
  return (await first.getByRole('img').first().getAttribute('aria-label')) ?? ''
}

test('AD-09 an admin generates, copies and revokes a code', async ({ enterAs }) => {
  const { page, context } = await enterAs('admin')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/admin/invitations?status=used')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(toast(page, 'Invitation code generated!')).toBeVisible()
  await expect(page).toHaveURL('/admin/invitations')
  const code = await newest(page)
  expect(code).toMatch(/^[A-Z0-9]{8}$/)
  await expect(row(page, code)).toContainText('pending')
  const [made] = await withDatabase((sql) =>
    sql<{ days: number }>(
      'select extract(epoch from expires_at - created_at) / 86400 as days from invitations where code = $1',
      [code],
    ),
  )
  expect(Math.round(Number(made?.days))).toBe(7)

  await page.getByRole('button', { name: `Copy ${code}` }).click()
  await expect(toast(page, 'Code copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)

  await page.getByRole('button', { name: `Revoke ${code}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Invitation revoked')).toBeVisible()
  await expect(row(page, code)).toContainText('revoked')
  await expect(page.getByRole('button', { name: `Copy ${code}` })).toBeFocused()
  await page.getByRole('button', { name: /^Used/ }).click()
  await expect(page).toHaveURL('/admin/invitations?status=used')
  await expect(page.getByRole('button', { name: /^Revoke [A-Z0-9]{8}$/ })).toHaveCount(0)
  await page.getByRole('button', { name: /^All/ }).click()
  await page.getByRole('searchbox', { name: 'Search codes' }).fill(code.toLowerCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('searchbox', { name: 'Search codes' })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`q=${code.toLowerCase()}`))
})

test('AD-09 two admins answer one request: the second sees who answered first, and continues @long', async ({
  enterAs,
  faults,
}) => {
  faults.expect(/409/)
  const [first, second] = [await enterAs('admin'), await enterAs('admin')]
  const lea = await ask('Lea Hartmann')
  const marco = await ask('Marco Tiele')
  await first.page.goto('/admin/invitations?tab=requests')
  await openAndFollow(second.page, '/admin/invitations?tab=requests', 'requests/list')
  const releaseRequests = await holdBack(second.page, 'requests/list')
  await withDatabase((sql) =>
    sql(
      `update invite_requests set status = 'declined', answered_at = now() - interval '2 minutes',
       answered_by = (select id from profiles where full_name = 'Juno Okafor') where email = $1`,
      [lea.email],
    ),
  )
  await second.page.getByRole('button', { name: `Approve ${lea.fullName}` }).click()
  releaseRequests()
  await expect(second.page.getByText('Juno Okafor declined this request 2 minutes ago.')).toBeVisible()
  await second.page.getByRole('button', { name: `Dismiss ${lea.fullName}` }).click()
  await expect(second.page.getByRole('heading', { name: lea.fullName })).toHaveCount(0)

  await first.page.getByRole('button', { name: `Approve ${marco.fullName}` }).click()
  await expect(toast(first.page, `${marco.fullName} is approved`)).toBeVisible()
  await expect(
    second.page.getByRole('heading', { name: marco.fullName }),
    'disappears without a reload',
  ).toHaveCount(0)
  await emailTo(first.page.request, marco.email, /./)
  await first.page.getByRole('button', { name: /^Answered/ }).click()
  const answered = first.page
    .getByRole('list', { name: 'Answered' })
    .getByRole('listitem')
    .filter({ hasText: marco.fullName })
  await expect(answered).toContainText('approved')
})

test('AD-09 an admin finds a member in the tree, and pauses and resumes a branch, by keyboard alone @long', async ({
  enterAs,
}) => {
  const { page } = await enterAs('admin')
  await page.goto('/admin/invitations?tab=tree')
  await expect(page.getByRole('treeitem', { name: /^Kit Marlowe/ })).toBeVisible()
  await tabTo(page, page.getByRole('searchbox', { name: 'Find a member' }))
  await page.keyboard.type('owen')
  const found = page.getByRole('list', { name: 'Found' }).getByRole('button', { name: /Owen Faulk/ })
  await expect(found).toBeVisible()
  await tabTo(page, found)
  await page.keyboard.press('Enter')
  const owen = page.getByRole('treeitem', { name: /^Owen Faulk/ })
  await expect(owen).toBeFocused()
  await expect(owen).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/tab=tree&person=/)
  await page.keyboard.press('ArrowLeft')
  const kit = page.getByRole('treeitem', { name: /^Kit Marlowe/ })
  await expect(kit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Kit Marlowe’s branch' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Pause codes in this branch' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Pause codes', exact: true }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Codes of 2 people are paused')).toBeVisible()
  await expect(kit).toContainText('codes paused')
  await page.getByRole('button', { name: 'Resume codes in this branch' }).click()
  await page.getByRole('button', { name: 'Resume codes', exact: true }).click()
  await expect(toast(page, 'Codes of 2 people work again')).toBeVisible()
})
