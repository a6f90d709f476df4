import type { Page } from '@playwright/test'
import { withDatabase } from './database'
import { test as base } from './journey'
import { newPerson, type Person, signUp } from './people'

export type Member = Person & { id: string; page: Page }

export async function makeInvitation(): Promise<string> {
  const code = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'.charAt(byte % 32),
  ).join('')
  await withDatabase((ask) =>
    ask("insert into invitations (code, expires_at) values ($1, now() + interval '7 days')", [code]),
  )
  return code
}

/** `member` has just signed up by invitation in a separate browser, and has no member types yet. */
export const test = base.extend<{ member: Member }>({
  member: async ({ browser, faults }, use) => {
    const context = await browser.newContext()
    faults.watch(context)
    const person = newPerson()
    await signUp(context.request, person, await makeInvitation())
    const { id } = (await (await context.request.get('/api/v1/me/profile')).json()) as { id: string }
    await use({ ...person, id, page: await context.newPage() })
    await context.close()
  },
})

/** Sends what the page would send: the server refuses changes from other origins. */
export async function send(
  page: Page,
  method: 'POST' | 'PUT',
  path: string,
  data: object = {},
): Promise<void> {
  const here = await page.request.get('/api/v1/me/profile')
  const headers = { origin: new URL(here.url()).origin }
  const answer = await page.request.fetch(`/api/v1/${path}`, { method, data, headers })
  if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`)
}
