import type { BrowserContext, Locator, Page } from '@playwright/test'
import { openWithStream } from './ready-page'
import { expect, test as base } from './journey'
import { makeInvitation } from './member'
import { newPerson, type Person, signUp } from './people'

export type Talker = Person & { id: string; page: Page; context: BrowserContext }

/** `enter` signs up a member in a separate browser; no other journey writes in their rooms. */
export const test = base.extend<{ enter: (fullName: string) => Promise<Talker> }>({
  enter: async ({ browser, faults }, use) => {
    const opened: BrowserContext[] = []
    await use(async (fullName) => {
      const context = await browser.newContext()
      opened.push(context)
      faults.watch(context)
      const person = newPerson(fullName)
      await signUp(context.request, person, await makeInvitation())
      const { id } = (await (await context.request.get('/api/v1/me/profile')).json()) as { id: string }
      return { ...person, id, context, page: await context.newPage() }
    })
    for (const context of opened) await context.close()
  },
})

export { expect }

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Sends what the page would send, and returns the response. */
export async function call<Answer = unknown>(
  { request }: BrowserContext,
  method: Method,
  path: string,
  data?: object,
): Promise<Answer> {
  const here = await request.get('/api/v1/me/profile')
  const headers = { origin: new URL(here.url()).origin }
  const answer = await request.fetch(`/api/v1/${path}`, {
    method,
    headers,
    ...(data === undefined ? {} : { data }),
  })
  if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

type RoomInput = {
  name?: string
  description?: string | null
  roomType?: 'public' | 'private' | 'genre'
  genre?: string | null
  joinBy?: 'invitation' | 'request'
}

let rooms = 0

export function roomName(about: string): string {
  rooms += 1
  return `${about} ${process.pid.toString(36)}${Date.now().toString(36)}${rooms}`
}

export async function makeRoom(
  owner: Talker,
  input: RoomInput,
  others: readonly Talker[] = [],
): Promise<{ id: string; name: string }> {
  const room = { description: null, roomType: 'public', genre: null, ...input } as const
  const name = room.name ?? roomName('Coach 9')
  const { id } = await call<{ id: string }>(owner.context, 'POST', 'chat/rooms', { ...room, name })
  for (const { id: personId, context } of others) {
    if (room.roomType === 'private')
      await call(owner.context, 'POST', `chat/rooms/${id}/invitations`, { personId })
    await call(context, 'POST', `chat/rooms/${id}/join`, {})
  }
  return { id, name }
}

export async function say(
  { context }: Pick<Talker, 'context'>,
  roomId: string,
  content: string,
): Promise<{ id: string }> {
  return call(context, 'POST', `chat/rooms/${roomId}/messages`, { clientId: crypto.randomUUID(), content })
}

export const roomList = (page: Page): Locator => page.getByRole('region', { name: 'Rooms', exact: true })

export const roomLink = (page: Page, name: string): Locator =>
  roomList(page).getByRole('link').filter({ hasText: name })

export const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages' })

export const bubbles = (page: Page): Locator => log(page).locator('[data-message] > p, [data-state] > p')

export const bubble = (page: Page, text: string): Locator => bubbles(page).filter({ hasText: text })

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

export async function openRoom(page: Page, roomId: string): Promise<void> {
  // The stream must be open before another person writes, otherwise the page loads past messages instead, and typing
  // indicators are not repeated.
  await openWithStream(page, `/dashboard/chat/${roomId}`)
  await expect(page.getByText('Reconnecting…')).toBeHidden()
}

export async function choose(page: Page, text: string, action: string): Promise<void> {
  const row = log(page).locator('[data-message]').filter({ hasText: text })
  await row.hover()
  await row.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export async function chooseInRoom(page: Page, roomTitle: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${roomTitle}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export const toast = (page: Page, words: string): Locator => page.getByText(words, { exact: true })
