import { expect, test } from './support/journey'
import { tabTo } from './support/keyboard'
import { findEvent, paidHeading } from './support/tickets'

test('T-02 T-04 a buyer finds an event, selects tickets and pays by keyboard alone', async ({
  customer,
  request,
}) => {
  const { page } = customer
  const event = await findEvent(request, 'Two Left Decks')
  await page.goto('/events')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search events' })).toBeFocused()
  await page.keyboard.type('left decks')
  const card = page.getByRole('link', { name: 'View Details, Two Left Decks' })
  await expect(page.getByRole('article')).toHaveCount(1)
  await tabTo(page, card)
  await page.keyboard.press('Enter')
  await page.waitForURL(`/events/${event.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Two Left Decks' })).toBeVisible()
  const counter = page.getByRole('group', { name: 'General Admission' })
  await tabTo(page, counter.getByRole('button', { name: 'More' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(counter.getByRole('status')).toHaveText('2')
  await tabTo(page, page.getByRole('button', { name: 'Checkout' }).filter({ visible: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/checkout\//)
  await tabTo(page, page.getByRole('button', { name: 'Pay £26.40' }).filter({ visible: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/pay\/sandbox\//)
  await tabTo(page, page.getByRole('button', { name: 'Approve', exact: true }))
  await page.keyboard.press('Enter')
  await expect(paidHeading(page)).toBeVisible()
})

test('T-02 the quantity stepper keeps the focus at its limit @long', async ({ page, request }) => {
  const event = await findEvent(request, 'Two Left Decks')
  await page.goto(`/events/${event.id}`)
  const counter = page.getByRole('group', { name: 'General Admission' })
  const more = counter.getByRole('button', { name: 'More' })
  await more.focus()
  for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Enter')
  await expect(counter.getByRole('status')).toHaveText('10')
  await expect(more).toBeFocused()
})

test('N-01 the menu on a phone keeps the focus while open, and returns it when closed @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/events')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    // The focus guards at both ends of the menu return the focus with a small delay.
    await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})
