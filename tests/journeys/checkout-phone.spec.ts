import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { findEvent, hold } from './support/tickets'

test('T-04 on a phone an invalid field scrolls into view, and pressing Pay offline shows an error and sends nothing @long', async ({
  customer,
  request,
  faults,
}) => {
  const { page, context } = customer
  faults.expect(/status of 400|ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await page.setViewportSize({ width: 390, height: 844 })
  const orderId = await hold(page, await findEvent(request, 'Night Bus to Nowhere'), {
    'General Admission': 1,
  })
  const pay = page.getByRole('button', { name: /^Pay £/ }).filter({ visible: true })
  const bar = page.locator('form > div').filter({ has: pay })
  for (const [label, text] of [
    ['Full name', ''],
    ['Email', 'mara@'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    const before = await field.inputValue()
    await field.fill(text)
    await page.evaluate(() => window.scrollTo(0, 0))
    await pay.click()
    await expect(field).toBeFocused()
    await expect
      .poll(async () => {
        const [edge, box] = await Promise.all([bar.boundingBox(), field.boundingBox()])
        return edge !== null && box !== null && box.y >= 0 && box.y + box.height <= edge.y
      })
      .toBe(true)
    await field.fill(before)
  }

  await context.setOffline(true)
  await pay.click()
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t reach the server' })).toBeVisible()
  await expect(pay).toBeEnabled()
  await context.setOffline(false)
  await page.reload()
  await expect(page).toHaveURL(`/checkout/${orderId}`)
  const payments = await withDatabase((ask) => ask('select from payments where order_id = $1', [orderId]))
  expect(payments).toEqual([])
})
