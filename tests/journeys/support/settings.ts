import { expect, type Page } from '@playwright/test'
import { openWithStream } from './ready-page'
import { withDatabase } from './database'

/** Opens a customer's settings and waits for their stream; `section` with its #. */
export const open = async (page: Page, section = '') => {
  await openWithStream(page, `/customer/settings${section}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')

/** Makes the person's sign-in old, as if the session had been left open. */
export async function expireReauthentication(email: string): Promise<void> {
  await withDatabase((ask) =>
    ask(
      `update sessions s set amr = '[{"method": "password", "timestamp": 1700000000}]' from accounts a
       where a.id = s.user_id and a.email = $1`,
      [email],
    ),
  )
}
