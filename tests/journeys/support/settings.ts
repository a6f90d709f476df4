import { expect, type Page } from '@playwright/test'
import { openAndHear } from './ready-page'
import { withDatabase } from './database'

/** A customer's own settings, which hear what changes; `section` with its #. */
export const open = async (page: Page, section = '') => {
  await openAndHear(page, `/customer/settings${section}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')

/** As if this person had signed in an hour ago. */
export async function letProofAge(email: string): Promise<void> {
  await withDatabase((ask) =>
    ask(
      `update sessions s set amr = '[{"method": "password", "timestamp": 1700000000}]' from accounts a
       where a.id = s.user_id and a.email = $1`,
      [email],
    ),
  )
}
