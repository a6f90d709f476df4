import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { check } from './support/accessibility'
import { expect, testOnOwnSite } from './support/own-site'
import { dialog, region } from './support/settings'
import { findEvent } from './support/tickets'

interface Received {
  headers: IncomingMessage['headers']
  body: string
}

/** The webhooks that a member's program has received: a real server on this machine. */
const received: Received[] = []
let status = 204
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push({ headers: request.headers, body: await text(request) })
  response.writeHead(status).end()
}
const receiver = createServer((request, response) => void receive(request, response))

const test = testOnOwnSite(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  return {
    settings: { WEBHOOK_PRIVATE_ADDRESSES: 'on' },
    stop: () => {
      receiver.closeAllConnections()
      receiver.close()
    },
  }
})

/** Verifies the next message as the documentation says, and returns it. */
async function verifyNext(secret: string): Promise<{ type: string; data: { url?: string } }> {
  await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const message = received.shift()
  return new Webhook(secret).verify(message?.body ?? '', message?.headers as Record<string, string>) as never
}

test('a member adds a webhook, gets signed messages, resends a failed one and replaces a leaked secret @long', async ({
  enterAs,
  request,
  baseURL,
}) => {
  const { page } = await enterAs('jonas')
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/b2b`
  await page.goto('/dashboard/settings#webhooks')
  const webhooks = region(page, 'Webhooks')
  await webhooks.getByRole('button', { name: 'Add webhook' }).click()
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill(address)
  await check(page, 'a new webhook')
  await dialog(page).getByRole('button', { name: 'Add webhook' }).click()
  const copy = page.getByRole('dialog', { name: 'Copy the secret' })
  const secret = await copy.getByText(/^whsec_/).innerText()
  await check(page, 'the secret of a webhook')
  await copy.getByRole('button', { name: 'Done' }).click()

  const row = webhooks.getByRole('listitem').filter({ hasText: address })
  const chooseAction = async (name: string) => {
    await row.getByRole('button', { name: `More for ${address}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await chooseAction('Send test')
  expect(await verifyNext(secret)).toMatchObject({ type: 'webhook.test' })
  await chooseAction('Choose messages')
  await dialog(page).getByText('Tickets are bought').click()
  await check(page, 'the messages of a webhook')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row).not.toContainText('Tickets are bought')

  // The receiver is down while a published event changes.
  status = 500
  const event = await findEvent(request, 'Low Ceiling')
  const draft = await (await page.request.get(`/api/v1/me/events/${event.id}`)).json()
  const saved = await page.request.patch(`/api/v1/me/events/${event.id}`, {
    data: { version: draft.version, changes: { description: 'Bring earplugs.' } },
    headers: { origin: String(baseURL) },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const changed = await verifyNext(secret)
  expect(changed.type).toBe('event.changed')
  const { pathname } = new URL(changed.data.url ?? '')
  expect((await page.request.get(pathname)).status()).toBe(200)
  await row.getByRole('button', { name: /^Show messages/ }).click()
  const log = page.getByRole('dialog', { name: 'Messages' })
  await expect(log.getByRole('listitem').filter({ hasText: 'event.changed' })).toContainText('HTTP 500')
  await check(page, 'the messages of a webhook')
  await page.keyboard.press('Escape')

  // The receiver works again, and the message arrives with its next attempt.
  status = 204
  expect(await verifyNext(secret)).toEqual(changed)
  await chooseAction('Create new secret')
  await dialog(page)
    .getByText(/stop using it now/)
    .click()
  await check(page, 'the question about a new secret')
  await dialog(page).getByRole('button', { name: 'Create secret' }).click()
  const renewed = await copy.getByText(/^whsec_/).innerText()
  await copy.getByRole('button', { name: 'Done' }).click()
  await chooseAction('Send test')
  await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1)
  const [last] = received
  const headers = last?.headers as Record<string, string>
  expect(() => new Webhook(secret).verify(last?.body ?? '', headers)).toThrow('No matching signature')
  expect(await verifyNext(renewed)).toMatchObject({ type: 'webhook.test' })

  await chooseAction('Remove webhook')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove webhook' }).click()
  await expect(webhooks).toContainText('Your webhooks appear here.')
})
