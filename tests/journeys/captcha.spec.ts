import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { check } from './support/accessibility'
import { endHold } from './support/database'
import { expect, testOnOwnSite } from './support/own-site'
import { DEMO_PASSWORD, demoEmail, signIn } from './support/people'
import { checkoutButton, choose, findEvent, orderIdOf, stepper } from './support/tickets'

/** The verification requests that the CAPTCHA service received. */
const asked: URLSearchParams[] = []

// A separate site with a CAPTCHA; every token except `person` is refused.
const test = testOnOwnSite(async (dataDir) => {
  const service = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      asked.push(form)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ success: form.get('response') === 'person' }))
    })
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  const authFile = join(dataDir, 'auth.json')
  const captcha = {
    kind: 'turnstile',
    siteKey: 'the site key',
    secret: 'the secret',
    verifyUrl: `http://127.0.0.1:${port}/`,
  }
  writeFileSync(authFile, JSON.stringify({ captcha }))
  return { settings: { AUTH_FILE: authFile }, stop: () => void service.close() }
})

/** A fake of the provider's script with a button for the check, because journeys use no external network. */
async function fakeProvider(page: Page): Promise<void> {
  const script = `window.turnstile = {
    render: (place, { sitekey, callback }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'I am a person, ' + sitekey
      button.onclick = () => callback('person')
      // The real widget is a document of its own.
      const own = document.createElement('div')
      own.attachShadow({ mode: 'open' }).append(button)
      place.append(own)
      window.shownWidget = own
      return 'one'
    },
    remove: () => window.shownWidget.remove(),
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()`
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
}

test('A-01 a site with a CAPTCHA requires it for signing in, even when a link from another page opens the form @long', async ({
  page,
}) => {
  await fakeProvider(page)
  const policyOf = async (path: string) => (await page.request.get(path)).headers()['content-security-policy']
  expect(await policyOf('/')).not.toContain('cloudflare')
  expect(await policyOf('/auth')).toContain('https://challenges.cloudflare.com')

  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  const form = page.getByRole('form', { name: 'Sign In' })
  const person = form.getByRole('button', { name: 'I am a person, the site key' })
  await expect(person).toBeVisible()
  await form.getByLabel('Email').fill(demoEmail('mara'))
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(form.getByText('Complete the security check first.')).toBeVisible()
  await check(page, 'sign-in with a CAPTCHA')
  expect(asked).toHaveLength(0)
  await person.click()
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  expect(asked.map((form) => form.get('response'))).toEqual(['person'])
})

test('T-05 an event with a CAPTCHA holds tickets only after it is solved, even when an expired hold is renewed', async ({
  page,
  site,
  browser,
  faults,
}) => {
  // The server refuses to hold tickets again without a CAPTCHA, and the page leads back to the event.
  faults.expect(/400 .*orders\/reserve/)
  const event = await findEvent(page.request, 'Brake Fluid')
  const organizer = await browser.newContext({ baseURL: site.address })
  faults.watch(organizer)
  await signIn(organizer.request, { email: demoEmail('nova'), password: DEMO_PASSWORD, captcha: 'person' })
  const editor = await organizer.newPage()
  await editor.goto(`/dashboard/events/${event.id}/edit`)
  const captcha = editor.getByRole('switch', { name: 'Ask buyers for a CAPTCHA' })
  await expect(captcha).not.toBeChecked()
  await editor.getByText('Ask buyers for a CAPTCHA').click()
  await expect(captcha).toBeChecked()
  await expect
    .poll(async () => (await findEvent(page.request, 'Brake Fluid')).captcha)
    .toEqual({ kind: 'turnstile', siteKey: 'the site key' })
  await organizer.close()

  await fakeProvider(page)
  await signIn(page.request, { email: demoEmail('customer'), password: DEMO_PASSWORD, captcha: 'person' })
  const person = page.getByRole('button', { name: 'I am a person, the site key' })
  // The events page may not run the CAPTCHA's script, but its link leads to a page that may.
  await page.goto('/events?q=Brake+Fluid')
  await page
    .getByRole('link', { name: /Brake Fluid/ })
    .first()
    .click()
  await page.waitForFunction(
    (path) => performance.getEntriesByType('navigation')[0]?.name.endsWith(path),
    `/events/${event.id}`,
  )
  await choose(page, 'General Admission', 2)
  await expect(person).toBeVisible()
  await checkoutButton(page).click()
  await expect(page.getByText('Complete the security check first.')).toBeVisible()
  await check(page, 'an event page with a CAPTCHA')
  await person.click()
  await checkoutButton(page).click()
  await page.waitForURL(/\/checkout\//)

  await endHold(orderIdOf(page), site.dataDir)
  await page.goto('/discover')
  await page
    .getByRole('complementary', { name: 'Open order' })
    .getByRole('button', { name: 'Hold again' })
    .click()
  await expect(stepper(page, 'General Admission').getByRole('status')).toHaveText('2')
  await expect(
    page.getByText('This event requires a security check before we hold your tickets.'),
  ).toBeVisible()
  // On the event page, holding the tickets again leads to the CAPTCHA too.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await page.evaluate(() => scrollTo(0, 0))
    await page
      .getByRole('complementary', { name: 'Open order' })
      .getByRole('button', { name: 'Hold again' })
      .click()
    await expect(page.getByRole('heading', { name: 'Select Tickets' })).toBeInViewport()
  }
  await person.click()
  await checkoutButton(page).click()
  await page.waitForURL(/\/checkout\//)
})
