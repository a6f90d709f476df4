import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { openWithStream } from './support/ready-page'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { DEMO_PASSWORD, demoEmail, newPerson, signIn, signUp } from './support/people'
import { type Product, startProduct } from './support/product'

// A separate product, because these settings apply to all of it, and the last journey removes the demo.
test.describe.configure({ mode: 'serial' })
let product: Product
let dataDir = ''
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-settings-'))
  product = await startProduct(dataDir)
})
test.afterAll(async () => {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Faults = { watch: (context: Awaited<ReturnType<Browser['newContext']>>) => void }

async function browse(browser: Browser, faults: Faults, key?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address })
  faults.watch(context)
  if (key !== undefined) await signIn(context.request, { email: demoEmail(key), password: DEMO_PASSWORD })
  const page = await context.newPage()
  // The browser asks before closing a page with a draft; confirm it.
  page.on('dialog', (dialog) => void dialog.accept())
  return page
}

async function openSettings(browser: Browser, faults: Faults, key = 'admin'): Promise<Page> {
  const page = await browse(browser, faults, key)
  await openWithStream(page, '/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  return page
}

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page) => page.getByText('Settings saved', { exact: true })
async function save(page: Page, button = 'Save changes'): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(saved(page)).toBeVisible()
}
/** Waits until a visitor's page shows this text: visitor pages are cached for two seconds. */
const shows = (page: Page, path: string, words: string | RegExp) =>
  expect(async () => {
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })

test('AD-04 saved settings apply immediately everywhere, and an admin restores an earlier value', async ({
  browser,
  faults,
}) => {
  const [page, visitor] = [await openSettings(browser, faults), await browse(browser, faults)]
  await expect(page.getByText('Settings will be added here as needed.')).toBeVisible()
  await field(page, 'Name').fill('Loom Hall')
  await field(page, /^Maintenance notice/).fill('Back at three.')
  await field(page, 'Service fee').fill('12%')
  await field(page, 'Hold minutes').fill('15')
  await expect(page.getByText('Was 10%. A $16.00 ticket becomes $17.92.')).toBeVisible()
  await expect(page.getByText(/Service fee 10% to 12%, Hold minutes 10 to 15/)).toBeVisible()
  await save(page, 'Save site')
  await save(page)

  await shows(visitor, '/terms', 'We add 12% of the subtotal')
  await expect(visitor.getByText('We hold the tickets for 15 minutes')).toBeVisible()
  await expect(visitor).toHaveTitle('Terms of Service — Loom Hall')
  await shows(visitor, '/events', 'Back at three.')

  await page.getByRole('button', { name: 'Restore a value' }).click()
  const drawer = page.getByRole('dialog', { name: 'Earlier values' })
  await expect(drawer.getByText('Maintenance notice changed')).toBeVisible()
  await drawer.getByRole('listitem').filter({ hasText: 'Maintenance notice' }).getByRole('button').click()
  await expect(field(page, /^Maintenance notice/)).toHaveValue('')
  await save(page)
  const entries = await withDatabase(
    (ask) =>
      ask<{ details: object }>(
        "select details from audit_log where action = 'settings.change' and subject_id = 'service_fee_basis_points'",
      ),
    dataDir,
  )
  expect(entries).toEqual([{ details: { key: 'Service fee', from: '10%', to: '12%', was: 1000, now: 1200 } }])
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/\/admin\/audit\?action=settings$/)
})

test('AD-04 when two admins change the same setting, the later one can reload or keep the typed value @long', async ({
  browser,
  faults,
}) => {
  faults.expect(/status of 409/)
  await withDatabase(
    (ask) =>
      ask("insert into user_roles (user_id, role) select id, 'admin' from profiles where email = $1", [
        demoEmail('juno'),
      ]),
    dataDir,
  )
  const [hanna, juno] = [await openSettings(browser, faults), await openSettings(browser, faults, 'juno')]
  await field(hanna, 'Hold minutes').fill('20')
  await field(hanna, 'Invitations per member').fill('8')
  await field(juno, 'Hold minutes').fill('25')
  await save(juno)
  const conflict = hanna.getByRole('dialog', { name: 'Someone else changed this' })
  await hanna.getByRole('button', { name: 'Save money' }).click()
  await expect(
    conflict.getByText(/^Juno Okafor changed “Hold minutes” to 25 (?:just now|1 minute ago)\./),
  ).toBeVisible()
  await conflict.getByRole('button', { name: 'Reload' }).click()
  await expect(conflict).toBeHidden()
  await expect(field(hanna, 'Hold minutes')).toHaveValue('25')
  await expect(field(hanna, 'Invitations per member')).toHaveValue('8')

  await field(hanna, 'Hold minutes').fill('20')
  await field(juno, 'Hold minutes').fill('28')
  await juno.getByRole('button', { name: 'Save changes' }).click()
  // Juno's toast about the first save may still be shown, so wait until Hanna's page shows the new value.
  await expect(hanna.getByText('Hold minutes 28 to 20')).toBeVisible()
  await hanna.getByRole('button', { name: 'Save money' }).click()
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(saved(hanna)).toBeVisible()
  await save(hanna)
  await expect(field(juno, 'Hold minutes')).toHaveValue('20')
  await expect(field(juno, 'Invitations per member')).toHaveValue('8')
})

test('AD-04 an invalid value is scrolled into view, above the bar with the save button @long', async ({
  browser,
  faults,
}) => {
  const page = await openSettings(browser, faults)
  await page.setViewportSize({ width: 1440, height: 900 })
  await field(page, 'Sender').fill('the door')
  await page.evaluate(() => scrollTo(0, 0))
  const saves = page.getByRole('button', { name: 'Save changes' })
  await saves.click()
  await expect(field(page, 'Sender')).toBeFocused()
  const fault = page.getByText(/^Enter an address such as/)
  await expect
    .poll(
      async () => ((await fault.boundingBox())?.y ?? Infinity) < ((await saves.boundingBox())?.y ?? 0) - 40,
    )
    .toBe(true)
})

test('AD-04 the terms are written in Markdown with a preview, and scripts in them are only text @long', async ({
  browser,
  faults,
}) => {
  const [page, visitor] = [await openSettings(browser, faults), await browse(browser, faults)]
  await page.getByRole('button', { name: 'Edit Terms of Service' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terms of Service' })
  await dialog
    .getByRole('textbox', { name: 'Text' })
    .fill(
      '## Be kind\n\n**Always** at {name}. <img src=x onerror=alert(1)>\n\n## Find us\n\n[Here](https://cistern.example) and [there](javascript:alert(1))',
    )
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Always at Loom Hall. <img src=x onerror=alert(1)>')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await save(page)
  await shows(visitor, '/terms', 'Always at Loom Hall. <img src=x onerror=alert(1)>')
  await expect(visitor.getByRole('navigation', { name: 'Contents' }).getByRole('link')).toHaveText([
    '1Be kind',
    '2Find us',
  ])
  const text = visitor.getByRole('article')
  await expect(text.getByRole('link')).toHaveCount(1)
  await expect(text.getByRole('link', { name: 'Here' })).toHaveAttribute('rel', 'noopener nofollow')
  await expect(text.locator('img')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit Terms of Service' }).click()
  await dialog.getByRole('button', { name: 'Restore the default text' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await save(page)
  await shows(visitor, '/terms', 'The network is for people who work in music')
})

test('AD-04 the sample data is removed, and real accounts stay @long', async ({ browser, faults }) => {
  faults.expect(/status of (?:401|422)/)
  const ada = await browse(browser, faults)
  await signUp(ada.request, newPerson('Ada Verboven'))
  const page = await openSettings(browser, faults)
  await expect(page.getByText(/^\d+ events and 12 sample people\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the sample data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the sample data?' })
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Remove permanently' }).click()
  await expect(dialog.getByText('That password is incorrect.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Remove permanently' }).click()
  await expect(page.getByText('Sample data removed', { exact: true })).toBeVisible()
  await expect(page.getByText('No sample data.', { exact: true })).toBeVisible()

  await expect(async () => {
    const { events } = await (await ada.request.get('/api/v1/events')).json()
    expect(events).toEqual([])
  }).toPass({ timeout: 10_000 })
  await ada.goto('/customer/dashboard')
  await expect(ada.getByText('Ada').first()).toBeVisible()
  const people = await withDatabase(
    (ask) => ask<{ full_name: string }>('select full_name from profiles order by 1'),
    dataDir,
  )
  // Juno became an admin earlier in this file.
  expect(people.map((person) => person.full_name)).toEqual(['Ada Verboven', 'Hanna Wolff', 'Juno Okafor'])
})
