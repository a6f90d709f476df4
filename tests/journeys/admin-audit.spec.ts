import { readFileSync } from 'node:fs'
import { withDatabase } from './support/database'
import { expect, test } from './support/admin-panel'

const newCode = () => `A${Date.now().toString(36).slice(-7).toUpperCase()}`

/** Inserts an audit entry as the server writes it. */
async function writeAuditEntry(actorId: string | null, action: string, code: string): Promise<void> {
  await withDatabase((ask) =>
    ask(
      `insert into audit_log (actor_id, action, subject_type, subject_id, details)
       values ($1, $2, 'invitation', 'none', jsonb_build_object('code', $3::text, 'from', 'pending', 'to', 'revoked'))`,
      [actorId, action, code],
    ),
  )
}

test('AD-09 the audit log shows actor, action and subject, and can be searched, filtered and exported', async ({
  enterPanel,
}) => {
  const { page, id } = await enterPanel('Vigdis Lund')
  const mine = newCode()
  const byItself = `${mine.slice(0, 7)}${mine.endsWith('Z') ? 'Y' : 'Z'}`
  await writeAuditEntry(id, 'invitations.revoke', mine)
  await writeAuditEntry(null, 'invitations.expire', byItself)
  await page.goto('/admin/audit')
  await expect(page.getByText('Append only: the database refuses to change or delete entries.')).toBeVisible()
  const rows = page.locator('[data-row]')
  await expect(rows.filter({ hasText: mine })).toContainText('Vigdis Lund')
  await expect(rows.filter({ hasText: mine })).toContainText('revoked an invitation')
  await expect(rows.filter({ hasText: mine })).toContainText('pending → revoked')
  await expect(rows.filter({ hasText: byItself })).toContainText('System')
  await expect(page.getByText(/^\d+ of [\d,]+ today, [\d,]+ in all$/)).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search the log' }).fill(`vigdis ${mine.toLowerCase()}`)
  await expect(rows).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Users')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Invitations')
  await expect(rows).toHaveCount(1)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Export/ }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text).toContain(`Vigdis Lund,revoked an invitation,${mine},pending → revoked`)
  expect(text).not.toContain(byItself)
  await page.goto('/admin/audit?action=audit')
  await expect(rows.filter({ hasText: 'Vigdis Lund' })).toContainText('exported the audit log')
})

test('DA-03 only admins can open the audit log, and the database refuses to change it', async ({
  enter,
  browser,
}) => {
  const { page } = await enter('Vigdis Moe')
  for (const path of ['/api/v1/admin/audit', '/api/v1/admin/bookings', '/admin/audit.csv'])
    expect((await page.request.get(path)).status()).toBe(403)
  const visitor = await browser.newContext()
  expect((await visitor.request.get('/admin/audit.csv')).status()).toBe(401)
  await visitor.close()
  await page.goto('/admin/audit')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toHaveCount(0)
  for (const statement of [
    'update audit_log set actor_id = null',
    'delete from audit_log',
    'truncate audit_log',
  ])
    await expect(withDatabase((ask) => ask(statement))).rejects.toThrow('audit_log is append-only')
})
