import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** Waits for the newest email to an address in the demo's mailbox and returns the address of its page. */
export async function emailTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const list = await (await request.get('/dev/mail')).text()
    const rows = list.split('<li>').filter((row) => row.includes(`To ${email}`))
    const row = rows.find((text) => subject.test(/<b>(.*?)<\/b>/.exec(text)?.[1] ?? ''))
    found = /href="(\/dev\/mail\/[^"]+)"/.exec(row ?? '')?.[1]
    expect(found, `an email to ${email} about ${String(subject)}`).toBeDefined()
  }).toPass({ timeout: 15_000, intervals: [100, 250, 500] })
  return found ?? ''
}

/** Opens that email, follows its link or button, and returns the page that opens. */
export async function followEmailLink(
  page: Page,
  email: string,
  subject: RegExp,
  link: RegExp,
): Promise<Page> {
  await page.goto(await emailTo(page.request, email, subject))
  const opening = page.context().waitForEvent('page')
  await page.frameLocator('iframe[title="The email"]').getByRole('link', { name: link }).first().click()
  const opened = await opening
  // A new page is blank until its address responds; reloading earlier would reload the blank page.
  await opened.waitForURL(/^http/)
  return opened
}
