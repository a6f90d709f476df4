import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { check } from './support/accessibility'
import { expect, test as base } from './support/journey'
import { DEMO_PASSWORD, demoEmail } from './support/people'
import { type Product, startProduct } from './support/product'

/** What the service was asked about, one form each. */
type Asked = URLSearchParams[]

// A house of its own, which asks whether somebody is a person; a token other than `person` is refused.
const test = base.extend<object, { house: Product & { asked: Asked } }>({
  house: [
    async ({}, use) => {
      const asked: Asked = []
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
      const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-captcha-'))
      const authFile = join(dataDir, 'auth.json')
      const captcha = {
        kind: 'turnstile',
        siteKey: 'of this house',
        secret: 'between us',
        verifyUrl: `http://127.0.0.1:${port}/`,
      }
      writeFileSync(authFile, JSON.stringify({ captcha }))
      const product = await startProduct(dataDir, { AUTH_FILE: authFile })
      await use({ ...product, asked })
      await product.stop()
      service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.address),
})

/** Their script, made small: a button that says so. The journeys reach nobody outside of this machine. */
async function standIn(page: Page): Promise<void> {
  const script = `window.turnstile = {
    render: (place, { sitekey, callback }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'A person, ' + sitekey
      button.onclick = () => callback('person')
      // As theirs, it is no part of the page.
      const own = document.createElement('div')
      own.attachShadow({ mode: 'open' }).append(button)
      place.append(own)
      return 'one'
    },
    remove: () => document.querySelector('.au-captcha')?.replaceChildren(),
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()`
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
}

test('A-01 a house that asks for people: first the question, then the door, also after a link from another page', async ({
  page,
  house,
}) => {
  await standIn(page)
  const policyOf = async (path: string) => (await page.request.get(path)).headers()['content-security-policy']
  expect(await policyOf('/')).not.toContain('cloudflare')
  expect(await policyOf('/auth')).toContain('https://challenges.cloudflare.com')

  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  const form = page.getByRole('form', { name: 'Sign In' })
  const person = form.getByRole('button', { name: 'A person, of this house' })
  await expect(person).toBeVisible()
  await form.getByLabel('Email').fill(demoEmail('mara'))
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(form.getByText('Answer the question whether you are a person first.')).toBeVisible()
  await check(page, 'a question whether one is a person')
  expect(house.asked).toHaveLength(0)
  await person.click()
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  expect(house.asked.map((form) => form.get('response'))).toEqual(['person'])
})
