import type { Locator, Page } from '@playwright/test'
import { withDatabase } from './database'
import { expect, type Talker, test as base } from './chat'

export type Admin = Talker

/** `enterPanel` signs up a new admin, so that wrong passwords in one journey don't rate-limit another. */
export const test = base.extend<{ enterPanel: (fullName: string) => Promise<Admin> }>({
  enterPanel: async ({ enter }, use) => {
    await use(async (fullName) => {
      const person = await enter(fullName)
      await withDatabase((ask) =>
        ask("insert into user_roles (user_id, role) values ($1, 'admin')", [person.id]),
      )
      return person
    })
  },
})

export { expect }

/** Opens the list of users at one person and returns their row. */
export async function openUserRow(page: Page, { email }: { email: string }): Promise<Locator> {
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  return row
}

export async function chooseForUser(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Inserts people for the list of users. The first joined last. */
export async function makePeople(count: number, mark: string): Promise<void> {
  await withDatabase(async (ask) => {
    for (let one = 1; one <= count; one += 1) {
      const when = `2025-01-01T00:00:00Z`
      const place = String(one).padStart(2, '0')
      const [account] = await ask<{ id: string }>('insert into accounts (email) values ($1) returning id', [
        `p${place}@${mark}.example`,
      ])
      await ask(
        `insert into profiles (id, full_name, email, created_at) values ($1, $2, $3, $4::timestamptz - $5 * interval '1 day')
         on conflict (id) do update set full_name = excluded.full_name, email = excluded.email, created_at = excluded.created_at`,
        [account?.id, `Person ${place} ${mark}`, `p${place}@${mark}.example`, when, one],
      )
    }
  })
}
