import { type APIRequestContext, type Download, expect, type Locator, type Page } from '@playwright/test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import jsQr from 'jsqr'
import { readFile } from 'node:fs/promises'
import { waitForHydration } from './ready-page'

export type EventFound = {
  id: string
  title: string
  captcha: { kind: string; siteKey: string } | null
  ticketTypes: { id: string; name: string; priceCents: number; available: number }[]
}

export async function findEvent(
  request: APIRequestContext,
  title: string,
  address = '',
): Promise<EventFound> {
  const list = await request.get(`${address}/api/v1/events`, { params: { q: title } })
  const { events }: { events: { id: string; title: string }[] } = await list.json()
  const found = events.find((event) => event.title === title)
  expect(found, `${title} is in the demo`).toBeDefined()
  return (await request.get(`${address}/api/v1/events/${found?.id ?? ''}`)).json()
}

export const stepper = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })

/** Presses More `quantity` times; `chosen` tickets are already selected. */
export async function choose(page: Page, name: string, quantity: number, chosen = 0): Promise<void> {
  const counter = stepper(page, name)
  for (let pressed = chosen + 1; pressed <= chosen + quantity; pressed += 1) {
    await counter.getByRole('button', { name: 'More' }).click()
    await expect(counter.getByRole('status')).toHaveText(String(pressed))
  }
}

/** The visible checkout button: the panel and the phone layout each have one. */
export const checkoutButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Checkout' }).filter({ visible: true })

/** Chooses tickets, goes to the checkout and returns the order's id. */
export async function hold(
  page: Page,
  event: { id: string },
  selection: Record<string, number>,
): Promise<string> {
  await page.goto(`/events/${event.id}`)
  for (const [name, quantity] of Object.entries(selection)) await choose(page, name, quantity)
  await checkoutButton(page).click()
  await page.waitForURL(/\/checkout\//)
  // The URL changes before the page does, so wait for the checkout's heading to replace the event's.
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' }).or(paidHeading(page))).toBeVisible()
  return orderIdOf(page)
}

export const orderIdOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Goes from the checkout to the payment page of the sandbox. */
export async function goAndPay(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Pay [$€£¥]|Try again)/ })
    .filter({ visible: true })
    .click()
  await page.waitForURL(/\/pay\/sandbox\//)
  // Requests that bypass the page must wait until it has loaded.
  await waitForHydration(page)
}

export const paidHeading = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: 'See you on the floor.' })

export async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(paidHeading(page)).toBeVisible()
}

// Loaded once per worker, because PDFium can't be closed and loaded again.
let library: Promise<PDFiumLibrary> | undefined

/** Reads the QR codes of a PDF, page by page, and its text. */
export async function readTicketFile(
  download: Download,
): Promise<{ codes: (string | undefined)[]; text: string }> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(await readFile(await download.path()))
  try {
    const codes: (string | undefined)[] = []
    let text = ''
    for (let index = 0; index < document.getPageCount(); index += 1) {
      text += `${document.getPage(index).getText()}\n`
      // Rendering closes the page, so this comes last and on a separate page.
      const picture = await document.getPage(index).render({ scale: 2, render: 'bitmap' })
      codes.push(jsQr(new Uint8ClampedArray(picture.data), picture.width, picture.height)?.data)
    }
    return { codes, text }
  } finally {
    document.destroy()
  }
}
