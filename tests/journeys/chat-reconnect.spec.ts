import type { Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, demoEmail, signIn } from './support/people'
import { type Product, startProduct } from './support/product'
import { bubbles, call, expect, log, openRoom, test, write } from './support/chat'
import { openWire } from './support/network'
import { isLongRun } from '../support/long-run'

const reconnecting = (page: Page) => page.getByText('Reconnecting…')

test('CH-08 CH-09 connections are cut and the server is killed: no message is lost or repeated, and all keep their order @long', async ({
  browser,
  faults,
}) => {
  test.setTimeout(150_000)
  faults.expect(/Failed to load resource|ERR_/)
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-chat-'))
  const wire = await openWire()
  const settings = { PUBLIC_URL: wire.address }
  let product: Product | undefined = await startProduct(dataDir, settings)
  try {
    wire.aim(product.address)
    const enter = async (key: string) => {
      const context = await browser.newContext({ baseURL: wire.address })
      faults.watch(context)
      await signIn(context.request, { email: demoEmail(key), password: DEMO_PASSWORD })
      return { context, page: await context.newPage() }
    }
    const [mara, juno] = [await enter('mara'), await enter('juno')]
    const name = 'Twelve cuts'
    const { id } = await call<{ id: string }>(mara.context, 'POST', 'chat/rooms', {
      name,
      description: null,
      roomType: 'public',
      genre: null,
    })
    await call(juno.context, 'POST', `chat/rooms/${id}/join`, {})
    await Promise.all([openRoom(mara.page, id), openRoom(juno.page, id)])
    const said: string[] = []
    const speak = async (text: string) => {
      await write(mara.page, text)
      said.push(text)
    }
    await speak('On the platform')
    await expect(bubbles(juno.page)).toHaveText(said)

    const cuts = isLongRun ? 5 : 1
    await test.step('connections are cut during a conversation', async () => {
      for (let cut = 1; cut <= cuts; cut += 1) {
        wire.cut()
        await speak(`After cut ${cut}`)
      }
      for (const { page } of [mara, juno]) await expect(bubbles(page)).toHaveText(said, { timeout: 30_000 })
    })

    await test.step('while offline, sent messages wait and none arrive; afterwards both people have all of them', async () => {
      wire.aim(null)
      await expect(reconnecting(juno.page)).toBeVisible({ timeout: 15_000 })
      await speak('In the tunnel, one')
      await speak('In the tunnel, two')
      await expect(bubbles(mara.page)).toHaveText(said)
      await expect(bubbles(juno.page)).toHaveText(said.slice(0, -2))
      wire.aim(product?.address ?? null)
      for (const { page } of [mara, juno]) {
        await expect(bubbles(page)).toHaveText(said, { timeout: 30_000 })
        await expect(reconnecting(page)).toBeHidden()
      }
      await expect(mara.page.locator('[data-state]')).toHaveCount(0)
    })

    await test.step('the server is killed while a message is sent, and restarts', async () => {
      const opened: string[] = []
      juno.page.on('request', (request) => {
        if (request.url().includes('/api/live')) opened.push(request.url())
      })
      await speak('Just before it')
      await product?.kill()
      await speak('While there was no server')
      await expect(reconnecting(juno.page)).toBeVisible({ timeout: 15_000 })
      product = await startProduct(dataDir, settings)
      wire.aim(product.address)
      for (const { page } of [mara, juno]) {
        await expect(bubbles(page)).toHaveText(said, { timeout: 45_000 })
        await expect(reconnecting(page)).toBeHidden({ timeout: 30_000 })
      }
      expect(opened.length, 'waits between reconnects').toBeLessThan(30)
    })

    await speak('At the terminus')
    await expect(bubbles(juno.page)).toHaveText(said)
    await juno.page.reload()
    await expect(bubbles(juno.page), 'matches the stored messages').toHaveText(said)
    await expect(log(juno.page)).toContainText('At the terminus')
    for (const { context } of [mara, juno]) await context.close()
  } finally {
    await product?.stop()
    await wire.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
